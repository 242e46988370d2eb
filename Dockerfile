# The MCP server over a vault that is mounted at /vault, on loopback HTTP inside the container.
FROM node:24-slim AS build
WORKDIR /src
COPY . .
# The build asks for pnpm by its name.
RUN npx -y -p pnpm@12 sh -c 'pnpm install --frozen-lockfile --filter @memora/mcp... && node scripts/build.ts @memora/mcp \
 && pnpm --dir packages/mcp pack --pack-destination /out'
RUN mkdir /app && cd /app && npm init -y >/dev/null && npm install --omit=dev --no-audit --no-fund /out/*.tgz

FROM node:24-slim
ENV NODE_ENV=production MEMORA_VAULT=/vault MEMORA_CONFIG_DIR=/home/node/.config/memora
COPY --from=build --chown=node:node /app /app
RUN mkdir -p /vault /home/node/.config/memora && chown node:node /vault /home/node/.config/memora
USER node
WORKDIR /app
VOLUME ["/vault", "/home/node/.config/memora"]
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:7420/mcp').then(({status})=>process.exit(status===401?0:1),()=>process.exit(1))"]
ENTRYPOINT ["node", "node_modules/@memora/mcp/dist/bin.js"]
CMD ["--http", "7420"]
