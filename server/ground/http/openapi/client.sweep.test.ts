import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import openapiTypescript, { type OpenAPI3 } from 'openapi-typescript'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../testing/app.ts'

const app = await startApp()
const directory = mkdtempSync(join(tmpdir(), 'lantern-client-'))
afterAll(async () => {
  await app.close()
  rmSync(directory, { recursive: true })
})

/** A partner's code that uses the generated types. */
const use = `
import type { components, operations } from './lantern.ts'
type Schemas = components['schemas']
export const nameOf = (patient: Schemas['Patient']): string => \`\${patient.lastName}, \${patient.firstName}\`
export const doctorOf = (appointment: Schemas['Appointment']): string => appointment.doctor.lastName
export const bedOf = (admission: Schemas['Admission']): string => admission.bed.bedNumber
export const isOpen = (problem: Schemas['Problem']): boolean => problem.resolved === null
export const isTaken = ({ code }: Schemas['ProblemDetails']): boolean => code === 'doctor_slot_taken'
export type Registered = operations['registerPatient']['responses'][201]['content']['application/json']
export const mrnOf = (patient: Registered): string => patient.mrn
`

test('a client is generated from the document, and compiles', async () => {
  const answer = await fetch(`${app.url}/api/openapi.json`)
  const document = (await answer.json()) as OpenAPI3
  writeFileSync(join(directory, 'lantern.ts'), await openapiTypescript(document))
  expect(await compiled(use)).toBe('')
  // Planted: a field that a patient does not have.
  expect(await compiled(use.replace('patient.lastName', 'patient.surname'))).toContain(
    "'surname' does not exist",
  )
})

/** The errors that the compiler reports. */
async function compiled(source: string): Promise<string> {
  writeFileSync(join(directory, 'use.ts'), source)
  const compiler = join(import.meta.dirname, '../../../../node_modules/typescript/bin/tsc')
  const options = [
    '--strict',
    '--noEmit',
    '--allowImportingTsExtensions',
    '--module',
    'esnext',
    '--types',
    '',
  ]
  const files = [join(directory, 'use.ts'), join(directory, 'lantern.ts')]
  try {
    await promisify(execFile)(process.execPath, [compiler, ...options, ...files], { cwd: directory })
    return ''
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}
