# Not built in this project's own checks; see deploy/README.md.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
ENV NODE_ENV=development
COPY package.json package-lock.json .npmrc ./
COPY apps/api/package.json apps/api/
COPY apps/expert/package.json apps/expert/
COPY apps/ocr/package.json apps/ocr/
COPY apps/office/package.json apps/office/
COPY packages/archive/package.json packages/archive/
COPY packages/client/package.json packages/client/
COPY packages/contract/package.json packages/contract/
COPY packages/lists/package.json packages/lists/
COPY packages/pades/package.json packages/pades/
COPY packages/pdf-layout/package.json packages/pdf-layout/
COPY packages/sheets/package.json packages/sheets/
COPY packages/test-kit/package.json packages/test-kit/
COPY packages/tracing/package.json packages/tracing/
COPY packages/web-kit/package.json packages/web-kit/
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN node --disable-warning=ExperimentalWarning scripts/build-web.ts --for-start

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY apps/api/package.json apps/api/
COPY apps/expert/package.json apps/expert/
COPY apps/ocr/package.json apps/ocr/
COPY apps/office/package.json apps/office/
COPY packages/archive/package.json packages/archive/
COPY packages/client/package.json packages/client/
COPY packages/contract/package.json packages/contract/
COPY packages/lists/package.json packages/lists/
COPY packages/pades/package.json packages/pades/
COPY packages/pdf-layout/package.json packages/pdf-layout/
COPY packages/sheets/package.json packages/sheets/
COPY packages/test-kit/package.json packages/test-kit/
COPY packages/tracing/package.json packages/tracing/
COPY packages/web-kit/package.json packages/web-kit/
# Optional packages hold the native parts of sharp; the pinned Node among them is not needed here.
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/node-linux-*

FROM node:24.21.0-bookworm-slim
LABEL org.opencontainers.image.title="Consilium" \
      org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
ENV NODE_ENV=production \
    APP_MODE=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=49152
COPY --from=packages /app ./
COPY apps/api apps/api
COPY apps/ocr apps/ocr
COPY packages packages
COPY --from=build /app/apps/office/dist apps/office/dist
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME ["/data"]
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Without the second flag Node may hang at its exit (nodejs/node#54918).
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "--no-concurrent-sparkplug"]
CMD ["apps/api/src/main.ts"]
