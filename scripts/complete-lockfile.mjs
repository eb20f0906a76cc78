// `npm run lockfile`, after every change of dependencies. If a registry does not serve the optional programs of other
// platforms, npm leaves them out of package-lock.json (npm/cli#4828). `npm ci` then refuses the whole file on a machine
// that can reach them. This adds each of them, in the version that its parent names and for the platform in its own
// name.
import { readFileSync, writeFileSync } from 'node:fs'

const systems = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'aix',
  'windows',
  'win32',
]
const processors = [
  'arm64',
  'aarch64',
  'x64',
  'ia32',
  'arm',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
]

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const added = []
for (const [place, parent] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const isThere = [`node_modules/${name}`, `${place}/node_modules/${name}`].some(
      (key) => lock.packages[key],
    )
    if (isThere) continue
    lock.packages[`node_modules/${name}`] = describe(name, version, parent)
    added.push(name)
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(`package-lock.json: ${added.length} packages of other platforms added`)

function describe(name, version, parent) {
  const words = name.split('/').at(-1).split(/[-.]/)
  const os = systems.find((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor))
  return {
    version: version.replace(/^[\^~]/, ''),
    ...(parent.dev && { dev: true }),
    optional: true,
    ...(os && { os: [os === 'windows' ? 'win32' : os] }),
    ...(cpu && { cpu: [cpu === 'aarch64' ? 'arm64' : cpu] }),
    ...(words.includes('musl') && { libc: ['musl'] }),
  }
}
