# The server in a container. How to use it: docs/running.md.
#   docker build -t maildouble .
#   docker run --rm -p 127.0.0.1:4030:4030 maildouble
# The stages that run commands run on the machine that builds, whatever platform the image is for: they make no native code.
ARG NODE=24

FROM --platform=$BUILDPLATFORM node:${NODE}-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY build build
COPY fixtures fixtures
COPY inspector inspector
COPY kits/behaviours.yaml kits/
COPY scenarios scenarios
COPY spec spec
COPY src src
COPY tsconfig.json ./
RUN npm run bundle && echo container >dist/form

FROM --platform=$BUILDPLATFORM node:${NODE}-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
RUN mkdir data

FROM node:${NODE}-slim
# By it the registry of assistants' servers knows that the image is ours: build/server-json.mjs.
LABEL io.modelcontextprotocol.server.name="io.github.maildouble/maildouble" \
      org.opencontainers.image.source="https://github.com/maildouble/maildouble"
# Publishing the port decides who can reach it. Off loopback the control API requires a token: see docs/running.md.
ENV NODE_ENV=production \
    MAILDOUBLE_HOST=0.0.0.0
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=dependencies /app/node_modules node_modules
# For --store. It has no dependencies of its own.
COPY --from=build /app/node_modules/@redis/client node_modules/@redis/client
# For assistants: `mcp` and /_mcp.
COPY --from=build /app/node_modules/@modelcontextprotocol/server node_modules/@modelcontextprotocol/server
COPY --from=build /app/node_modules/@modelcontextprotocol/core node_modules/@modelcontextprotocol/core
COPY --from=build /app/node_modules/zod node_modules/zod
COPY --from=build /app/THIRD-PARTY-NOTICES ./
COPY --from=build /app/dist dist
# For --data /data: a new volume takes over the owner of its mount point.
COPY --from=dependencies --chown=1000:1000 /app/data /data
# By number, so that platforms that forbid root can verify it.
USER 1000:1000
EXPOSE 4030
STOPSIGNAL SIGTERM
# A 401 counts as healthy: the server requires its token. The times allow for busy machines.
HEALTHCHECK --interval=2s --timeout=10s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.MAILDOUBLE_PORT || 4030}/_control/health`).then(({ ok, status }) => process.exit(ok || status === 401 ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/cli.js"]
CMD ["serve"]
