import { glob } from 'node:fs/promises'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { holderOf, may, roles } from '../../contract/permissions.ts'
import type { StaffClient, TestApp } from './app.ts'
import { createClient } from './client.ts'
import { appOf, type CaseExample, type Edits, type Example, type People } from './example.ts'
import { givenDisplay } from './factories/displays.ts'

export async function givenPeople(app: TestApp): Promise<People> {
  const people: People = {
    admin: await app.founder(),
    doctor: await app.signIn('doctor'),
    nurse: await app.signIn('nurse'),
    pharmacist: await app.signIn('pharmacist'),
    receptionist: await app.signIn('receptionist'),
    inventory_manager: await app.signIn('inventory_manager'),
    roleless: await app.signIn(null),
    display: await waitingRoomScreen(app),
  }
  appOf.set(people, app)
  return people
}

/** Renews the tokens before each test of a long walk: they last five minutes, and a busy machine takes longer. */
export function keptSignedIn(people: People): () => Promise<void> {
  let renewedAt = Date.now()
  return async () => {
    if (Date.now() - renewedAt < 120_000) return
    renewedAt = Date.now()
    await Promise.all(Object.values(people).map((one) => one.renewToken()))
  }
}

async function waitingRoomScreen(app: TestApp): Promise<StaffClient> {
  const { id, secret } = await givenDisplay(await app.founder())
  return {
    ...createClient(app.url, () => ({ authorization: `Bearer ${secret}` })),
    id,
    email: '',
    cookie: `lantern.display=${secret}`,
    token: secret,
    renewToken: async () => {},
    me: () => Promise.reject(new Error('a screen is no member of staff')),
  }
}

/** Somebody whose role allows what the endpoint needs; what no role may, the screen of a waiting room may. */
export function someoneAllowed(people: People, endpoint: Endpoint): StaffClient {
  const { permission } = endpoint
  if (permission === 'public' || permission === 'signed-in') return people.roleless
  const role = roles.find((one) => may(holderOf(one), permission))
  return role ? people[role] : people.display
}

/** The exports of a file in examples/. */
interface ExamplesFile {
  examples(people: People): Record<string, () => Promise<Example>>
  edits?: Edits
  caseExamples?(people: People): Record<string, Record<string, () => Promise<CaseExample>>>
}

const folder = new URL('examples/', import.meta.url)
const files: ExamplesFile[] = []
for await (const path of glob('*/*.ts', { cwd: folder })) files.push(await import(new URL(path, folder).href))

/** One call for every endpoint of the contract that succeeds; each makes the records it needs. */
export function givenExamples(people: People): Record<string, () => Promise<Example>> {
  return Object.assign({}, ...files.map(({ examples }) => examples(people)))
}

/** A body for the edits whose fields name no other record. */
export function givenEdits(): Edits {
  return Object.assign({}, ...files.map(({ edits }) => edits))
}

/** One call of every case of the endpoints that do several things. */
export function givenCaseExamples(
  people: People,
): Record<string, Record<string, () => Promise<CaseExample>>> {
  return Object.assign({}, ...files.map(({ caseExamples }) => caseExamples?.(people)))
}
