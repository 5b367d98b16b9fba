# syntax=docker/dockerfile:1
FROM node:26.12.1-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/engine/package.json contract/engine/
COPY backend/engine/package.json backend/engine/
COPY backend/tools/package.json backend/tools/
COPY frontend/engine/package.json frontend/engine/
RUN npm ci
COPY . .
RUN npm run build

# The packages that the server needs at run time: no development tools, no second Node.js, and no packages of the pages,
# which are built into dist. The optional packages contain the image library for this platform.
FROM node:26.12.1-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/engine/package.json contract/engine/
COPY backend/engine/package.json backend/engine/
COPY backend/tools/package.json backend/tools/
COPY frontend/engine/package.json frontend/engine/
RUN npm ci --omit=dev && cd node_modules && \
    rm -rf node-linux-* .bin/node antd @ant-design @rc-component rc-* @refinedev @tanstack lucide-react react-dom vite @vitejs

FROM node:26.12.1-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN install --directory --owner=node --group=node /data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY . .
COPY --from=build /app/dist dist
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --start-interval=1s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node.js itself, not npm: signals reach it, and it exits after it has responded to running requests.
CMD ["node", "backend/main.ts"]
