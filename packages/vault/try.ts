import { parseBlocks } from './src/parse-blocks.ts';

const t =
  process.argv[2] ??
  `# Hi

- a
  - b c
    d
- [ ] t

> [!note] X
> foo
bar
> | a | b |
> |---|---|
> | 1 | 2 \\| 3 |

[^1]: foo bar
    baz

$$
- a
$$

%% foo
- x
%%
[x]: http://y
text [x]
more
===
`;
const r = parseBlocks(t, 0);
for (const b of r.blocks)
  console.log(
    b.kind,
    b.level,
    b.container,
    JSON.stringify(t.slice(b.start, b.end)),
    JSON.stringify(b.lines.map((l) => t.slice(l.start, l.end))),
    JSON.stringify(
      b.rows?.map((r) => [t.slice(r.start, r.end), r.isHeader, r.cells.map((c) => t.slice(c.start, c.end))]),
    ),
  );
for (const c of r.containers) console.log(c, JSON.stringify(t.slice(c.start, c.end)));
