// `npm run dev`: runs Lantern, and applies changes of its sources at once. Vite serves the web app on PORT and passes
// /api on to the server. The server starts again after every change, and the database keeps running.
import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer } from 'vite'
import { startEmbedded } from '../server/ground/db/embedded.ts'
import { readConfig } from '../server/ground/start/config.ts'
import { endWithParent } from '../server/ground/start/end-with-parent.ts'
import { errorCode, PlainRefusal } from '../server/ground/start/plain-refusal.ts'
import { freePort, portTaken } from '../server/ground/start/ports.ts'

const closers: (() => Promise<unknown>)[] = []
let isStopping = false

async function start(): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2))
  let databaseUrl = config.databaseUrl
  if (!databaseUrl) {
    const database = await startEmbedded(config.dataDirectory, {
      onProgress: (sentence) => console.log(sentence),
    })
    closers.push(() => database.stop())
    databaseUrl = database.ownerUrl
  }
  const apiPort = await freePort()
  const vite = await createServer({
    clearScreen: false,
    logLevel: 'warn',
    server: {
      host: config.host,
      port: config.port,
      strictPort: true,
      proxy: { '/api/': { target: `http://127.0.0.1:${apiPort}`, changeOrigin: false } },
    },
  })
  try {
    await vite.listen()
  } catch (error) {
    if (errorCode(error) !== 'EADDRINUSE' && !/already in use/.test(String(error))) throw error
    throw portTaken(config)
  }
  closers.push(() => vite.close())
  const api = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      HOST: '127.0.0.1',
      PORT: String(apiPort),
      LANTERN_WEB: 'vite',
    },
    // Ctrl-C is passed on by this process, so that the server ends after the web app and before the database.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => api.once('exit', resolve))
  closers.push(() => {
    api.kill('SIGTERM')
    return ended
  })
  process.once('exit', () => api.kill('SIGTERM'))
  while (!isStopping && !(await answers(apiPort))) await sleep(50)
  console.log(`Lantern is ready at http://${config.host}:${config.port}`)
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

async function stop(exitCode: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  for (const close of closers.toReversed()) await close()
  process.exit(exitCode)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
endWithParent(() => void stop(0))

try {
  await start()
} catch (error) {
  if (!isStopping) {
    console.error(error instanceof PlainRefusal ? error.message : error)
    await stop(1)
  }
}
