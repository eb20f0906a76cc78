import { join } from 'node:path'
import { type Plugin, runnerImport } from 'vite'

/** The addresses of the public pages, and the files that they are built as. */
const pages = { '/': 'home', '/teams': 'teams', '/About': 'About', '/book': 'book' } as const
type PageName = (typeof pages)[keyof typeof pages]

const root = join(import.meta.dirname, '../web')
const fileOf = (name: PageName) => join(root, `public-pages/${name}.html`)
/** The source of the pages that Vite builds. */
export const pageFiles = Object.values(pages).map(fileOf)

/** Renders the public pages as HTML with React, when they are built and at each request under `npm run dev`. */
export function publicPages(): Plugin {
  return {
    name: 'public-pages',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const [path = '', search] = (request.url ?? '').split('?')
        const name = (pages as Readonly<Record<string, PageName>>)[path]
        if (name) request.url = `/public-pages/${name}.html${search ? `?${search}` : ''}`
        next()
      })
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { filename, server }) {
        const name = Object.values(pages).find((one) => fileOf(one) === filename)
        if (!name) return html
        const { module } = await runnerImport<{ documentOf: (name: PageName) => string }>(
          join(root, 'public-pages/document.tsx'),
          { configFile: false, root, logLevel: 'warn' },
        )
        const page = module.documentOf(name)
        // Lantern's own server fills in the hospital's details. Vite's has none, and shows the sample.
        return server ? page.replace(/__HOSPITAL_\w+\(([^)]*)\)__/g, '$1').replaceAll('__ORIGIN__', '') : page
      },
    },
  }
}
