import { createConfig, lintFromString } from '@redocly/openapi-core'
import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, expect, test } from 'vitest'
import { errorStatus } from '../../../../contract/nouns.ts'
import { startApp } from '../../../testing/app.ts'

const app = await startApp()
afterAll(() => app.close())
const text = await (await fetch(`${app.url}/api/openapi.json`)).text()
const document: OpenAPIV3_1.Document = JSON.parse(text)
const { schemas = {}, responses = {}, parameters = {} } = document.components ?? {}

test('the document is small enough to be read: 1.2 kB a call', () => {
  const calls = text.split('"operationId"').length - 1
  expect(text.length).toBeLessThanOrEqual(calls * 1_200)
})

test('each call is listed with the others of its first word', () => {
  const misplaced = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.values(item as Record<string, OpenAPIV3_1.OperationObject>)
      .filter(({ tags }) => tags?.length !== 1 || !path.startsWith(`/api/${tags[0]}`))
      .map(({ operationId }) => operationId),
  )
  expect(misplaced).toEqual([])
})

test('records have names, and what is sent has another only where it differs', () => {
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining([
      'Patient',
      'PatientRegistration',
      'Appointment',
      'Admission',
      'Problem',
      'ProblemDetails',
    ]),
  )
  expect(
    Object.keys(schemas).filter((name) => name.endsWith('Input') && !schemas[name.slice(0, -5)]),
  ).toEqual([])
})

test('whatever is referred to is there, and nothing else', () => {
  const referred = [...text.matchAll(/"#\/components\/(\w+\/[\w.-]+)"/g)].map(([, name]) => name)
  const there = Object.entries({ schemas, responses, parameters }).flatMap(([kind, all]) =>
    Object.keys(all).map((name) => `${kind}/${name}`),
  )
  expect([...new Set(referred)].toSorted()).toEqual(there.toSorted())
})

test('a record by an enumeration says its fields', () => {
  expect(schemas.DashboardSummary).toMatchObject({ type: 'object' })
  expect(text).not.toContain('"propertyNames":{"type":"string","enum"')
})

test('the page at /api/docs has each call and each record under its own anchor, and no link leads nowhere', async () => {
  const page = await (await fetch(`${app.url}/api/docs`)).text()
  const anchors = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  const calls = Object.values(document.paths ?? {}).flatMap((item) =>
    Object.values(item ?? {}).map((operation) => (operation as OpenAPIV3_1.OperationObject).operationId),
  )
  expect(calls.length).toBeGreaterThan(150)
  expect(calls.filter((id) => !anchors.has(id ?? ''))).toEqual([])
  expect(Object.keys(schemas).filter((name) => !anchors.has(`record-${name}`))).toEqual([])
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id ?? '')
  expect(links.filter((id) => !anchors.has(id))).toEqual([])
  expect(page).not.toMatch(/\[object Object\]|undefined/)
})

test('every error code is listed with its meaning, where the type of an error leads', async () => {
  const page = await (await fetch(`${app.url}/api/docs`)).text()
  const codes = Object.keys(errorStatus)
  expect(codes.filter((code) => !page.includes(`<dt id="${code}">`))).toEqual([])
  const { properties } = schemas.ProblemDetails as OpenAPIV3_1.SchemaObject
  expect(properties?.code).toMatchObject({ enum: expect.arrayContaining(codes) })
})

test('a linter of OpenAPI documents finds no error by its recommended rules', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const found = await lintFromString({ source: text, config })
  expect(found.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([])
  // Planted: a reference that leads nowhere is found.
  const broken = text.replaceAll('"#/components/schemas/Patient"', '"#/components/schemas/Nobody"')
  expect(await lintFromString({ source: broken, config })).toContainEqual(
    expect.objectContaining({ severity: 'error', ruleId: 'no-unresolved-refs' }),
  )
})
