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

/**
 * Zod's makers of JSON Schema hang on every schema, so that no bundler can leave them out. OpenAPI is made of the
 * contract by the server; a screen makes none.
 */
function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!/\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)) return undefined
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      return names.map((name) => `export const ${name} = () => undefined`).join('\n')
    },
  }
}

export default defineConfig({
  root: 'web',
  // The server puts a fresh nonce in for every page.
  html: { cspNonce: '__CSP_NONCE__' },
  plugins: [react(), withoutJsonSchema(), compressAssets()],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      // None of our modules does anything by being imported, so that of a noun's `public.ts` a screen loads what it uses.
      treeshake: {
        moduleSideEffects: [{ test: /^(?!.*[\\/]node_modules[\\/]).*\.tsx?$/, sideEffects: false }],
      },
      // What every page starts with is one file; small ones are compressed worse, each by itself.
      output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } },
    },
  },
})
