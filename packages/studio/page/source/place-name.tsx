interface PlaceNameProps {
  readonly path: string;
  readonly headings?: readonly string[];
}

/** The place of a passage, from the outermost folder to the innermost heading: `meetings / 2026-03-04 › Agenda`. */
export function PlaceName({ path, headings = [] }: PlaceNameProps) {
  const parts = (path.endsWith('.md') ? path.slice(0, -3) : path).split('/');
  return (
    <>
      {parts.map((part, i) => (
        <span key={`${i}${part}`} class={i < parts.length - 1 ? 'folder' : undefined}>
          <bdi>{part}</bdi>
          {i < parts.length - 1 ? ' / ' : ''}
        </span>
      ))}
      {headings.map((heading, i) => (
        <span key={`${i}#${heading}`} class="folder">
          {' › '}
          <bdi>{heading}</bdi>
        </span>
      ))}
    </>
  );
}
