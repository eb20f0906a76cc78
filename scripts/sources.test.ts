import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** What is served or serves: no tests, and nothing that only they use. */
const sources = globSync('{contract,server,web}/**/*.{ts,tsx}')
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.tsx?$|^server\/testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** Ways in which a text that somebody typed could come to be run, with the places that may have them: none sees a request. */
const refused: { what: string; sign: RegExp; but: RegExp; planted: string }[] = [
  {
    what: 'starts a program',
    sign: /from 'node:child_process'/,
    but: /^server\/(db\/embedded|start|backup\/nightly)\//,
    planted: `import { exec } from 'node:child_process'`,
  },
  {
    what: 'makes code of text',
    sign: /\beval\(|new Function\(|from 'node:vm'/,
    // Made from the contract's own names, once, when the server starts.
    but: /^server\/http\/answers\/encoding\.ts$/,
    planted: 'eval(request.body)',
  },
  {
    what: 'makes HTML of text',
    sign: /\.(inner|outer)HTML\s*=|dangerouslySetInnerHTML|insertAdjacentHTML|document\.write\(/,
    // Drawn when Lantern is built.
    but: /^web\/public-pages\/document\.tsx$/,
    planted: 'element.innerHTML = patient.notes',
  },
  {
    what: 'hears messages of other windows',
    sign: /addEventListener\('message'|\.postMessage\(|window\.onmessage/,
    // A BroadcastChannel hears this origin alone.
    but: /^web\/shell\/unsaved-entries\.ts$/,
    planted: `window.addEventListener('message', run)`,
  },
  {
    what: 'makes a secret of Math.random',
    sign: /Math\.random\(/,
    // Waiting a while, and names in examples.
    but: /^server\/(db|backup)\/|examples\.ts$|^web\/(client\/live|session\/hospital-clock)/,
    planted: 'const token = Math.random().toString(36)',
  },
  {
    what: 'uses a digest that is broken',
    sign: /createHash\('(md5|sha1)'\)|createHmac\('(md5|sha1)'/,
    but: /^$/,
    planted: `createHash('md5')`,
  },
  {
    what: 'asks other servers by itself',
    sign: /\bfetch\(|\bhttps?\.(request|get)\(/,
    // A browser asks this server.
    but: /^web\//,
    planted: 'await fetch(request.body.url)',
  },
  {
    what: 'takes any certificate',
    sign: /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/,
    but: /^$/,
    planted: 'rejectUnauthorized: false',
  },
  {
    what: 'makes SQL of text',
    sign: /sql\.raw\(/,
    // Names of columns, as the code says them.
    but: /^server\/(db\/(search\/(search|ranked)|prepared|paging)|patients\/duplicates|(patients|vitals|inventory)\/queries)\.ts$/,
    planted: 'sql.raw(search)',
  },
]

describe.each(refused)('nothing $what', ({ sign, but, planted }) => {
  test('but where it may', () => {
    const found = sources.filter(({ path, text }) => sign.test(text) && !but.test(path))
    expect(found.map(({ path }) => path)).toEqual([])
  })

  test('and one who did would be found', () => {
    expect(planted).toMatch(sign)
  })
})

test('there is no parser of XML, LDAP, GraphQL, LaTeX or templates among what Lantern needs', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object }
  const names = Object.keys(dependencies)
  expect(names.length).toBeGreaterThan(30)
  expect(
    names.filter((name) => /\b(xml|ldap|graphql|latex|handlebars|mustache|ejs|pug|memcache)/.test(name)),
  ).toEqual([])
})

test('every package is named with its version and hash, developers’ tools for other machines aside', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<
      string,
      { version: string; resolved?: string; integrity?: string; dev?: boolean; optional?: boolean }
    >
  }
  const { '': _own, ...others } = packages
  expect(Object.keys(others).length).toBeGreaterThan(300)
  for (const [place, { version, resolved, integrity, dev, optional }] of Object.entries(others)) {
    expect(version, place).toMatch(/^\d+\.\d+\.\d+/)
    // What npm does not say is its registry.
    expect(resolved ?? 'https://registry.npmjs.org/', place).toMatch(/^https:\/\/registry\.npmjs\.org\//)
    expect(dev && optional ? 'sha512-' : integrity, place).toMatch(/^sha512-/)
  }
})

/** Words and openings that make a comment a riddle to a newcomer (docs/decisions/0076-plain-comments.md). */
const dialect: readonly RegExp[] = [
  /^(Of|Whom|Whose|Whoever|Whatever|With which|To whom|By which|In which|From which|What was)\b/,
  /\b(whoever|whomever|of whom|to whom|with whom|about whom|is told|was told|are told|is said)\b/i,
]

/** The comments of a file as single lines of text, without their marks. */
function commentsOf(code: string): string[] {
  const blocks = [...code.matchAll(/(?<=^|[\s{(])\/\*+\s([^]*?)\*\//gm)].map(([, text = '']) =>
    text.replaceAll(/^\s*\* ?/gm, ''),
  )
  const lines = [...code.matchAll(/(?:^[ \t]*\/\/ .*\n)+/gm)].map(([text]) =>
    text.replaceAll(/^[ \t]*\/\/ /gm, ''),
  )
  return [...blocks, ...lines].map((text) => text.replaceAll(/\s+/g, ' ').trim())
}

const inDialect = (code: string) =>
  commentsOf(code).filter((comment) => dialect.some((sign) => sign.test(comment)))

const commented = globSync(
  '{contract,server,web,scripts,e2e,simulate,bench,chaos,attack}/**/*.{ts,tsx,css,mjs}',
)

test('comments are in plain English', () => {
  const found = commented.flatMap((path) =>
    inDialect(readFileSync(path, 'utf8')).map((comment) => `${path}: ${comment}`),
  )
  expect(found).toEqual([])
})

test('a comment in dialect is found', () => {
  expect(inDialect('/** Of a dialog that is drawn only while it is open. */')).toHaveLength(1)
  expect(inDialect('const a = 1\n  // Focus stays with\n  // whoever had it.\n')).toHaveLength(1)
  expect(inDialect('// The staff who may see it.\n')).toEqual([])
})
