import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { findBinaries } from '../../server/ground/db/embedded/binaries.ts'

const root = resolve(import.meta.dirname, '../..')
/** The image's name in compose.yaml. */
const postgres = 'docker.io/library/postgres:18-trixie'

/** A storage with Lantern's image, and podman to run it. */
export interface Images {
  podman(...words: string[]): Promise<Said>
  /** Runs another program, which uses podman. */
  run(program: string, words: string[], options?: { cwd: string }): Promise<Said>
  /** Makes a substitute for PostgreSQL's own image, because there may be no registry. Returns its name. */
  postgres(): Promise<string>
  remove(): Promise<void>
}

interface Said {
  code: number
  said: string
}

/**
 * Builds the image with deploy/make-image. A storage that is passed as `kept` may already have the image, and is not
 * deleted.
 */
export async function buildImage(kept?: string): Promise<Images> {
  const storage = kept ?? mkdtempSync(join(tmpdir(), 'lantern-images-'))
  mkdirSync(storage, { recursive: true })
  const env = { ...process.env, ...settingsIn(storage) }
  const run: Images['run'] = async (program, words, options) => {
    try {
      const { stdout, stderr } = await promisify(execFile)(program, words, {
        env,
        maxBuffer: 1e8,
        ...options,
      })
      return { code: 0, said: stdout + withoutTimers(stderr) }
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
      return { code, said: stdout + withoutTimers(stderr) }
    }
  }
  const podman: Images['podman'] = (...words) => run('podman', words)
  const isThere = async (name: string) => (await podman('image', 'exists', name)).code === 0
  if (!(await isThere('localhost/lantern')))
    execFileSync(join(root, 'deploy/make-image'), ['--into', storage], { stdio: 'inherit' })
  return {
    podman,
    run,
    async postgres() {
      if (!(await isThere(postgres))) await makePostgres(run)
      return postgres
    },
    async remove() {
      await podman('rm', '--force', '--all', '--time', '0')
      if (!kept) rmSync(storage, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

/** The exit code of a stopped container. */
export async function exitCodeOf(podman: Images['podman'], container: string): Promise<number> {
  return Number((await podman('inspect', '--format', '{{.State.ExitCode}}', container)).said.trim())
}

/** The settings that make podman and buildah keep everything in one directory. */
function settingsIn(storage: string): Record<string, string> {
  const own = join(storage, 'containers.conf')
  // podman's own defaults are higher than a machine may allow, and a journal may be missing.
  const files = execFileSync('bash', ['-c', 'ulimit -Hn']).toString().trim()
  const networks = join(storage, 'networks')
  mkdirSync(networks, { recursive: true })
  writeFileSync(
    own,
    `[containers]
default_ulimits = ["nofile=${files}:${files}", "nproc=4096:4096"]
[engine]
events_logger = "file"
[network]
network_config_dir = "${networks}"
`,
  )
  const of = join(storage, 'storage.conf')
  const [graph, running] = [join(storage, 'storage'), join(storage, 'run')]
  writeFileSync(of, `[storage]\ndriver = "vfs"\ngraphroot = "${graph}"\nrunroot = "${running}"\n`)
  return { CONTAINERS_CONF: own, CONTAINERS_STORAGE_CONF: of, BUILDAH_ISOLATION: 'chroot' }
}

/** Removes podman's complaints that without systemd it can't schedule health checks. */
function withoutTimers(said: string): string {
  return said.replace(/^time=.*health ?checks?.*\n/gm, '')
}

/**
 * Makes the image of Lantern's own PostgreSQL, with this machine's psql and pg_isready, on the base of Lantern's image.
 * It is started by postgresql-entrypoint.sh.
 */
async function makePostgres(run: Images['run']): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'lantern-postgres-image-'))
  try {
    const server = dirname(dirname(findBinaries(null).program('postgres')))
    cpSync(server, join(place, 'server'), { recursive: true, verbatimSymlinks: true })
    const client = globSync('/usr/lib/postgresql/*/bin/psql').sort().at(-1)
    if (!client) throw new Error('There is no psql below /usr/lib/postgresql.')
    mkdirSync(join(place, 'libraries'))
    const libraries = new Set<string>()
    for (const program of ['psql', 'pg_isready'].map((name) => join(dirname(client), name))) {
      cpSync(program, join(place, basename(program)))
      const needed = execFileSync('ldd', [program])
        .toString()
        .matchAll(/=> (\/\S+)/g)
      for (const [, library = ''] of needed) libraries.add(library)
    }
    for (const library of libraries) {
      if (existsSync(library)) cpSync(realpathSync(library), join(place, 'libraries', basename(library)))
    }
    cpSync(join(import.meta.dirname, 'postgresql-entrypoint.sh'), join(place, 'entrypoint.sh'))
    writeFileSync(
      join(place, 'Dockerfile'),
      `FROM localhost/lantern-runtime
COPY server /usr/lib/postgresql/18
COPY psql pg_isready /usr/bin/
COPY libraries /libraries
COPY --chmod=755 entrypoint.sh /usr/bin/docker-entrypoint.sh
RUN for library in /libraries/*; do ldconfig -p | grep -q " $(basename $library) " || mv $library /usr/local/lib/; done; \\
    rm -r /libraries; ldconfig; useradd --uid 999 --system --home-dir /var/lib/postgresql postgres; chmod -R a+rX /usr/lib/postgresql
VOLUME /var/lib/postgresql
EXPOSE 5432
STOPSIGNAL SIGINT
ENTRYPOINT ["docker-entrypoint.sh"]
`,
    )
    const built = await run('buildah', ['build', '--quiet', '--format', 'docker', '--tag', postgres, place])
    if (built.code !== 0) throw new Error(`buildah makes no image of PostgreSQL: ${built.said}`)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
