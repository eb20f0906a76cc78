import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { pageFiles, publicPages } from './scripts/public-pages.ts'
import { screenFiles } from './scripts/screen-files.ts'

/** Compresses once here what the server would else compress for everybody. */
function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle)) {
        if (!/^assets\/.*\.(js|css|svg|json)$/.test(name)) continue
        const path = join(dir, name)
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
 * The server describes the API: endpoints in words, the codes and shapes of their answers, whether they name patients, and
 * their cases. No screen reads any of it.
 */
function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    transform: {
      filter: { id: /\/contract\/.*\.ts$/ },
      handler: (code) =>
        code
          .replaceAll(/\bsummary:\s*(['"`])(?:(?!\1)[^\\])*\1/g, "summary: ''")
          .replaceAll(/\bnamesPatients: true,/g, '')
          .replaceAll(/\berrors: \[\s*(?:['"`]\w+['"`],?\s*)+\]/g, 'errors: []')
          .replaceAll(/\bcases: \{(?:[^{}]|\{[^{}]*\})*\},/g, '')
          .replaceAll(/^(\s+)reply: (?:[^\n]*[({[]\n(?:\1\s[^\n]*\n)*\1[)\]}][^\n]*|[^\n]*)$/gm, ''),
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

/** Removes Zod's own messages from the bundle, because `contract/api/sentences.ts` replaces them. */
function withoutZodSentences(): Plugin {
  return {
    name: 'without-zod-sentences',
    apply: 'build',
    transform: {
      filter: { id: /\/zod\/v4\/locales\/en\.js$/ },
      handler: () => `export default () => ({ localeError: () => 'Check this field' })`,
    },
  }
}

/**
 * Removes the deprecated methods of Zod's texts for formats (`z.string().ipv6()`). With them every screen would load all
 * formats, IPv6 addresses included; `z.email()` and its like stay.
 */
function withoutZodFormats(): Plugin {
  return {
    name: 'without-zod-formats',
    apply: 'build',
    transform: {
      filter: { id: /\/zod\/v4\/classic\/schemas\.js$/ },
      handler(code) {
        const methods =
          /, \{\s+email\(params\) \{[^]*? {4}duration\(params\) \{[^}]*\},\s+\}(?=\);\nexport function string)/
        if (!methods.test(code)) throw new Error('Zod has its formats of texts elsewhere')
        return code.replace(methods, '')
      },
    },
  }
}

/**
 * An archive is unpacked in the worker that reads it: another one would be made from a blob, which our content security
 * policy forbids.
 */
function withoutNestedWorkers(): Plugin {
  return {
    name: 'without-nested-workers',
    transform: {
      filter: { id: /\/read-excel-file\/modules\/zip\/unzipFromArrayBuffer\.js$/ },
      handler(code) {
        const asked = "import { unzip } from 'fflate';"
        if (!code.includes(asked)) throw new Error('read-excel-file unpacks with something else')
        return code.replace(
          asked,
          `import { unzipSync } from 'fflate'
          const unzip = (archive, done) => done(null, unzipSync(archive))`,
        )
      },
    },
  }
}

/** A label of an axis stands above its place by its lines: visx has a parser of CSS and one of mathematics for that. */
function withoutCssCalculation(): Plugin {
  return {
    name: 'without-css-calculation',
    apply: 'build',
    transform: {
      filter: { id: /\/reduce-css-calc\/index\.js$/ },
      handler: () => `export default (sum) => {
        const [, lines, height] = /^calc\\((-?\\d+) \\* -([\\d.]+)em\\)$/.exec(sum) ?? []
        if (lines === undefined) throw new Error('No label of ours has another place: ' + sum)
        return -lines * height + 'em'
      }`,
    },
  }
}

/**
 * The page shows that it is loading before its styles are there: a script adds them, and nothing waits for those but the
 * first screen (main.tsx).
 */
function stylesBeside(): Plugin {
  return {
    name: 'styles-beside',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const links = / *<link rel="stylesheet"[^>]* href="([^"]*)"[^>]*>\n/g
        const files = [...html.matchAll(links)].map(([, file]) => file)
        const script = `globalThis.styled = Promise.all(${JSON.stringify(files)}.map((href) => new Promise((done) => {
        const { head } = document
        head.append(Object.assign(document.createElement('link'), {
          rel: 'stylesheet', crossOrigin: '', href, onload: done, onerror: done }))
      })))`
        return html
          .replace(links, '')
          .replace('</title>', `</title>\n    <script nonce="__CSP_NONCE__">${script}</script>`)
      },
    },
  }
}

/**
 * Evaluates each file of the start in a task of its own, so that the browser can answer in between: files that a script
 * imports are evaluated together with it, unless scripts before it asked for them.
 */
function startInTasks(): Plugin {
  return {
    name: 'start-in-tasks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const preload = / *<link rel="modulepreload"([^>]*) href="([^"]*)"([^>]*)>\n/g
        const files = [...html.matchAll(preload)]
        const scripts = files.map(
          ([, before, file, after]) => `<script type="module"${before} src="${file}"${after}></script>`,
        )
        return html
          .replace(preload, '')
          .replace('<script type="module"', `${scripts.join('')}<script type="module"`)
      },
    },
  }
}

const common = {
  root: 'web',
  // The server puts a fresh nonce in for every page.
  html: { cspNonce: '__CSP_NONCE__' },
} satisfies UserConfig
// Two builds write into one folder, which is new (server/built.mjs).
const build = {
  emptyOutDir: false,
  target: 'es2022',
  // A browser that doesn't know the preload of a module loads it a moment later.
  modulePreload: { polyfill: false },
} as const
// None of our modules does anything by being imported, so that of a noun's `public.ts` a screen loads what it uses.
const withoutSideEffects = [{ test: /^(?!.*[\\/]node_modules[\\/]).*\.tsx?$/, sideEffects: false }]

const app: UserConfig = {
  ...common,
  worker: { plugins: () => [withoutNestedWorkers()] },
  plugins: [
    react(),
    withoutDescriptions(),
    withoutJsonSchema(),
    withoutZodSentences(),
    withoutZodFormats(),
    withoutCssCalculation(),
    stylesBeside(),
    startInTasks(),
    compressAssets(),
    publicPages(),
  ],
  build: {
    ...build,
    // What each screen loads is weighed by it (scripts/weight/).
    manifest: true,
    rolldownOptions: {
      treeshake: { moduleSideEffects: withoutSideEffects, manualPureFunctions: ['z', 'endpoint'] },
      output: {
        codeSplitting: { groups: screenFiles },
        // The start names every file that may come later, and a hash can't be compressed.
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
}

/** The pages for visitors, which share no file with the screens: nobody who reads them waits for those. */
const pages: UserConfig = {
  ...common,
  plugins: [withoutDescriptions(), withoutJsonSchema(), compressAssets(), publicPages()],
  build: {
    ...build,
    copyPublicDir: false,
    rolldownOptions: { input: pageFiles, treeshake: { moduleSideEffects: withoutSideEffects } },
  },
}

/**
 * The server, and what is run beside one that serves, with all that they need in a few files, whole and readable; of what
 * they never use nothing is left.
 */
const server: UserConfig = {
  ssr: { noExternal: true },
  build: {
    ssr: true,
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        verify: 'server/verify.ts',
        backup: 'server/ground/backup/backup-command.ts',
        'backup-writer': 'server/ground/backup/nightly/writer-process.ts',
        restore: 'server/ground/backup/restore-command.ts',
      },
      treeshake: { moduleSideEffects: withoutSideEffects },
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash:7].mjs' },
    },
  },
}

const modes: Readonly<Record<string, UserConfig>> = { pages, server }

/** `vite build` builds the screens, `--mode pages` the public pages, `--mode server` the server. */
export default defineConfig(({ mode }) => modes[mode] ?? app)
