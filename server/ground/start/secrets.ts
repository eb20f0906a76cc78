import { readFileSync } from 'node:fs'
import { errorCode, PlainRefusal } from './plain-refusal.ts'

/** Settings that nobody but Lantern should be able to read: what a process was started with, others can often see. */
const secrets = ['DATABASE_URL', 'SMTP_URL', 'MESSAGE_GATEWAY_SECRET', 'OIDC_CLIENT_SECRET']

/** The environment with those secrets in it that it names files for: DATABASE_URL_FILE instead of DATABASE_URL. */
export function withSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const named = secrets.filter((name) => env[`${name}_FILE`])
  return { ...env, ...Object.fromEntries(named.map((name) => [name, read(name, env)])) }
}

function read(name: string, env: NodeJS.ProcessEnv): string {
  const setting = `${name}_FILE`
  const file = env[setting] ?? ''
  if (env[name]) throw new PlainRefusal(`${name} and ${setting} are both set; set one of them.`)
  let secret: string
  try {
    secret = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new PlainRefusal(
      `${setting} names ${file}, which can't be read (${errorCode(error)}); correct the name, or let the account that Lantern runs as read it.`,
    )
  }
  if (!secret) throw new PlainRefusal(`${setting} names ${file}, which is empty; write the ${name} into it.`)
  return secret
}
