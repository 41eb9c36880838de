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

# Stage build: the file system of the final image, with nothing in it that the service doesn't load.
FROM sources AS build
RUN npm run build && npx tsx app/commands/ship.ts /image && mkdir /image/data && chown 1000:1000 /image/data

# Final stage: Node, bash for the health check, the bundle and its packages. The user owns only the data folder.
FROM scratch
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=2 PATH=/usr/local/bin
WORKDIR /app
COPY --from=build /image /
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s \
  CMD ["bash", "-c", "exec 3<> /dev/tcp/127.0.0.1/${PORT:-3000} && printf 'GET /readyz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
CMD ["node", "--enable-source-maps", "--max-semi-space-size=16", "--heap-growing-percent=40", "dist/main.js"]
