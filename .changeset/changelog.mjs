/**
 * The lines of a changelog: the text of each changeset. No line names the siblings that a package depends on, because all packages have one version, and none
 * names a commit.
 */
// biome-ignore lint/style/noDefaultExport: changesets loads it.
export default {
  getReleaseLine: async ({ summary }) => {
    const [first = '', ...rest] = summary.trim().split('\n');
    return [`- ${first}`, ...rest.map((line) => (line.trim() === '' ? '' : `  ${line}`))].join('\n');
  },
  getDependencyReleaseLine: async () => '',
};
