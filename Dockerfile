# The server in a container. How to use it: docs/ci.md.
#   docker build -t maildouble .
#   docker run --rm -p 127.0.0.1:4030:4030 maildouble
ARG NODE=24

FROM node:${NODE}-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY build build
COPY fixtures fixtures
COPY scenarios scenarios
COPY spec spec
COPY src src
RUN npm run bundle

FROM node:${NODE}-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
RUN mkdir data

FROM node:${NODE}-slim
# Whoever publishes the port decides who reaches it. Off loopback the control plane asks for a token: see docs/ci.md.
ENV NODE_ENV=production \
    MAILDOUBLE_HOST=0.0.0.0
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/THIRD-PARTY-NOTICES ./
COPY --from=build /app/dist dist
# For --data /data: a new volume takes on the owner of the folder that it is mounted at.
COPY --from=dependencies --chown=1000:1000 /app/data /data
# By number, so that platforms that allow no root can see that it is none.
USER 1000:1000
EXPOSE 4030
STOPSIGNAL SIGTERM
# A server that asks for its token is there as well. The times leave room for machines that are busy, and for the 20 s in which a server
# waits for a sign of life of one that was killed and held its folder.
HEALTHCHECK --interval=2s --timeout=10s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.MAILDOUBLE_PORT || 4030}/_control/health`).then(({ ok, status }) => process.exit(ok || status === 401 ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/cli.js"]
CMD ["serve"]
