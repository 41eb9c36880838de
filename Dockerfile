# Stage sources: the code, with all npm packages to run and bundle it.
FROM node:24.11.1-bookworm-slim AS sources
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .

# Stage demo, only for compose.demo.yaml: simulated payments, and accounts with public passwords.
FROM sources AS demo
RUN mkdir -p data dist && chown node:node data dist
USER node

# Stage build: the bundle, and only the packages that it needs.
FROM sources AS build
RUN npm run build && npx tsx app/commands/keep-outside-packages.ts && npm prune

# Final stage: the bundle and its packages, run by a user who owns only the data folder.
FROM node:24.11.1-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s \
  CMD ["bash", "-c", "exec 3<> /dev/tcp/127.0.0.1/${PORT:-3000} && printf 'GET /readyz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
CMD ["node", "--enable-source-maps", "--max-semi-space-size=4", "--heap-growing-percent=40", "dist/main.js"]
