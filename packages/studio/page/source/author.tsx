/** The author of a note in a team's vault. */
export function Author({ of }: { readonly of: string | undefined }) {
  if (of === undefined) return null;
  return (
    <p class="where" data-author="">
      written by <bdi>{of}</bdi>
    </p>
  );
}
