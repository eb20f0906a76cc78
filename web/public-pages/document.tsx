import { renderToString } from 'react-dom/server'
import { cssVariables } from '../tokens.ts'
import { About } from './About.tsx'
import { Book } from './Book.tsx'
import { type PageName, pages } from './content.ts'
import { Home } from './Home.tsx'
import { Team } from './Team.tsx'

const bodies: Record<PageName, () => React.ReactNode> = { home: Home, teams: Team, About, book: Book }
const scripts: Record<PageName, string> = {
  home: '/public-pages/home.ts',
  teams: '/public-pages/teams.ts',
  About: '/public-pages/demo/start.tsx',
  book: '/public-pages/book/start.tsx',
}

const font = '../../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'
const jitless = 'globalThis.__zod_globalConfig={jitless:true}'

/** A whole page as HTML, with the addresses of its files as Vite knows them; vite.config.ts asks for it. */
export function documentOf(name: PageName): string {
  const { title, description } = pages[name]
  const Body = bodies[name]
  return `<!doctype html>${renderToString(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content="Lantern" />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:image" content="__ORIGIN__/social-card.jpg" />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta property="og:image:alt" content="Lantern: the whole hospital, in one calm place" />
        <meta name="twitter:card" content="summary_large_image" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style dangerouslySetInnerHTML={{ __html: colours() }} />
        <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="" />
        <link rel="stylesheet" href="/public-pages/styles/pages.css" />
        {/* Zod would make code of text to be faster, which the policy refuses. */}
        {(name === 'About' || name === 'book') && <script dangerouslySetInnerHTML={{ __html: jitless }} />}
        <script type="module" src={scripts[name]} />
      </head>
      <body>
        <Body />
      </body>
    </html>,
  )}`
}

/** The look's own colours, as the device has it: light or dark. */
function colours(): string {
  const { variables, light, dark } = cssVariables()
  const said = (values: Readonly<Record<string, string>>) =>
    Object.entries(values)
      .map(([name, value]) => `${name}:${value}`)
      .join(';')
  return `:root{${said({ ...variables, ...light })}}@media (prefers-color-scheme:dark){:root{${said(dark)}}}`
}
