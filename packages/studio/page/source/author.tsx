/** Who wrote the note, where it is one of a team. */
export function Author({ of }: { readonly of: string | undefined }) {
  if (of === undefined) return null;
  return (
    <p class="where" data-author="">
      written by <bdi>{of}</bdi>
    </p>
  );
}
