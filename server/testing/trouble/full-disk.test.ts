import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { readPatient } from '../../../contract/people/patients.ts'
import { registerPatient } from '../../../contract/people/registration.ts'
import { troubleOf } from '../../ground/db/trouble.ts'
import { startApp } from '../app.ts'
import { givenPatient, patientForm } from '../factories/patients/patients.ts'

const disk = mkdtempSync(join(tmpdir(), 'lantern-disk-'))
/** Whether a small disk could be mounted, which takes an administrator of the machine. */
const isMounted = mount()
const app = await startApp()
afterAll(async () => {
  await app.close()
  if (isMounted) {
    const owner = new pg.Client({ connectionString: inject('templateOwnerUrl') })
    await owner.connect()
    await owner.query('drop tablespace if exists small')
    await owner.end()
    execFileSync('umount', [disk])
  }
  rmSync(disk, { recursive: true })
})
const desk = await app.signIn('receptionist')

function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test.skipIf(!isMounted)(
  'a disk that is full is told as that; reading goes on, and writing when there is room',
  async () => {
    const [backend] = await app.asOwner<{ id: number }>('select pg_backend_pid() as id')
    const { uid, gid } = statSync(`/proc/${backend?.id}`)
    chownSync(disk, uid, gid)
    const { id } = await givenPatient(desk)
    await app.asOwner(`create tablespace small location '${disk}'`)
    await app.asOwner('alter table patient set tablespace small')

    // Random bytes, because they don't compress.
    const register = () =>
      desk.call(registerPatient, { body: patientForm({ medicalHistory: randomBytes(4000).toString('hex') }) })
    let answer = await register()
    for (let times = 0; times < 600 && answer.status === 201; times++) answer = await register()
    expect(answer.problem).toMatchObject({ status: 503, code: 'database_unavailable' })
    expect(answer.problem.detail).toMatch(
      /^The database can’t write to its disk right now; it may be full\. Nothing was changed\./,
    )
    expect(answer.headers.get('retry-after')).toBe('2')
    expect((await desk.call(readPatient, { params: { id } })).status).toBe(200)

    await app.asOwner('alter table patient set tablespace pg_default')
    expect((await register()).status).toBe(201)
  },
)

test.each([
  ['away', `raise sqlstate '57P03'`],
  ['slow', `perform pg_cancel_backend(pg_backend_pid()); perform pg_sleep(5)`],
  ['busy', `raise sqlstate '53200'`],
  ['full', `raise sqlstate '53100'`],
  ['full', `raise sqlstate '53400'`],
  ['full', `raise sqlstate '58030'`],
  ['full', `perform pg_read_file('there is none')`],
  ['full', `set local transaction_read_only = on; create table any_table (id int)`],
  [null, `raise sqlstate '40P01'`],
  [null, `raise sqlstate '23505'`],
  [null, `raise sqlstate 'XX000'`],
  [null, `raise sqlstate 'XX001'`],
])('PostgreSQL’s word for %s: %s', async (trouble, statements) => {
  const error = await app.asOwner(`do $$ begin ${statements}; end $$`).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Error)
  expect(troubleOf(error)).toBe(trouble)
})
