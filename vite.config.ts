import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Compresses once here what the server would else compress for everybody. */
function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const entry of readdirSync(join(dir, 'assets'), { withFileTypes: true, recursive: true })) {
        if (!entry.isFile() || !/\.(js|css|svg|json)$/.test(entry.name)) continue
        const path = join(entry.parentPath, entry.name)
        const content = readFileSync(path)
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
        // The best quality takes ten times as long for two percent less.
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params }))
      }
    },
  }
}

export default defineConfig({
  root: 'web',
  // The server puts a fresh nonce in for every page.
  html: { cspNonce: '__CSP_NONCE__' },
  plugins: [react(), compressAssets()],
  build: { outDir: '../dist', emptyOutDir: true, target: 'es2022' },
})
