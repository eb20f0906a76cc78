import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** The product's own files, without tests and files that only tests use. */
const sources = globSync('{contract,server,web}/**/*.{ts,tsx}')
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.tsx?$|^server\/testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/**
 * Ways in which a text that a user typed could be run as code, with the few places where they are allowed. No request
 * reaches those places.
 */
const refused: { what: string; sign: RegExp; but: RegExp; planted: string }[] = [
  {
    what: 'starts a program',
    sign: /from 'node:child_process'/,
    but: /^server\/ground\/(db\/embedded|start|backup\/nightly)\//,
    planted: `import { exec } from 'node:child_process'`,
  },
  {
    what: 'makes code of text',
    sign: /\beval\(|new Function\(|from 'node:vm'/,
    // It is made from the contract's own names, once, when the server starts.
    but: /^server\/ground\/http\/answers\/encoding\.ts$/,
    planted: 'eval(request.body)',
  },
  {
    what: 'makes HTML of text',
    sign: /\.(inner|outer)HTML\s*=|dangerouslySetInnerHTML|insertAdjacentHTML|document\.write\(/,
    // The pages are rendered when Lantern is built.
    but: /^web\/public-pages\/document\.tsx$/,
    planted: 'element.innerHTML = patient.notes',
  },
  {
    what: 'hears messages of other windows',
    sign: /addEventListener\('message'|\.postMessage\(|window\.onmessage/,
    // A BroadcastChannel receives messages from its own origin only, and a worker from the page that made it.
    but: /^web\/ground\/sign-in\/leaving\/((unsaved-entries|other-tabs)\.ts|ways-out\.test\.tsx)$|^web\/people\/imports\/workbook\//,
    planted: `window.addEventListener('message', run)`,
  },
  {
    what: 'makes a secret of Math.random',
    sign: /Math\.random\(/,
    // Here it only makes waits differ.
    but: /^server\/ground\/(db|backup)\/|^web\/ground\/(client\/live|sign-in\/hospital-clock)/,
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
    // In the web app, it only calls this server; messages go to the address of the operator's own gateway.
    but: /^web\/|^server\/ground\/mail\/gateway\.ts$/,
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
    // The names of columns come from the code.
    but: /^server\/(ground\/db\/(search\/(matches|ranked)|prepared|paging)|people\/patients\/duplicates|(people\/patients|clinical\/vitals|store\/items)\/queries)\.ts$/,
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
    // Without a URL, npm uses its own registry.
    expect(resolved ?? 'https://registry.npmjs.org/', place).toMatch(/^https:\/\/registry\.npmjs\.org\//)
    expect(dev && optional ? 'sha512-' : integrity, place).toMatch(/^sha512-/)
  }
})

/** Words and openings that make a comment a riddle to a newcomer (docs/decisions/0076-plain-comments.md). */
const dialect: readonly RegExp[] = [
  /^(Of|Whom|Whose|Whoever|Whatever|With which|To whom|By which|In which|From which|What was)\b/,
  /\b(whoever|whomever|of whom|to whom|with whom|about whom|is told|was told|are told|is said)\b/i,
  /\b(with which|by whom|(after|of|for|with|within) (at most )?so many|beyond so (much|many)|fit to stand)\b/i,
]

/** Openings that make the reader guess the noun. */
const riddles =
  /^(What|Who|Where (none|nothing|somebody|one|it|they|a|the|more)|One that|So that|As (much|many|soon|long|far)|The same|Those (who|that)|Nothing (of|that)|That )\b/

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

const commented = globSync('{contract,server,web,scripts,testbed,e2e,lab}/**/*.{ts,tsx,css,mjs}')

test('comments are in plain English', () => {
  const found = commented.flatMap((path) =>
    inDialect(readFileSync(path, 'utf8')).map((comment) => `${path}: ${comment}`),
  )
  expect(found).toEqual([])
})

test('no comment opens with a riddle', () => {
  const found = commented.flatMap((path) =>
    commentsOf(readFileSync(path, 'utf8'))
      .filter((comment) => riddles.test(comment))
      .map((comment) => `${path}: ${comment}`),
  )
  expect(found).toEqual([])
})

test('a comment in dialect is found', () => {
  expect(inDialect('/** Of a dialog that is drawn only while it is open. */')).toHaveLength(1)
  expect(inDialect('const a = 1\n  // Focus stays with\n  // whoever had it.\n')).toHaveLength(1)
  expect(inDialect('/** The header with which an edit is sent. */')).toHaveLength(1)
  expect(inDialect('/** Idle for so many minutes. */')).toHaveLength(1)
  expect(inDialect('// The staff who may see it.\n')).toEqual([])
  expect(
    ['What is kept of unsent forms.', 'Who waits.', 'One that was killed.'].every((one) => riddles.test(one)),
  ).toBe(true)
  expect(riddles.test('Whether somebody waits.')).toBe(false)
})
