import { STATUS_CODES } from 'node:http'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import { z } from 'zod'
import { FieldError, Problem } from '../../../../contract/api/errors.ts'
import { Allergen } from '../../../../contract/clinical/allergen.ts'
import { Struck } from '../../../../contract/clinical/entries.ts'
import {
  doseUnits,
  medicationFrequencies,
  medicationRoutes,
} from '../../../../contract/clinical/medications.ts'
import { appointmentStatuses } from '../../../../contract/front-desk/appointments.ts'
import { endpoints, schemasOfNouns } from '../../../../contract/nouns.ts'
import { permissions } from '../../../../contract/permissions.ts'
import { itemUnits } from '../../../../contract/store/items.ts'
import { itemCategories } from '../../../../contract/store/kinds.ts'
import { bedStatuses, wards } from '../../../../contract/wards/wards.ts'
import { errorMeanings } from './error-meanings.ts'

const schemas = namedSchemas()
const how = { schemaRegistry: schemas, zodToJsonConfig: { override: asPartnersRead } }
const withSchemas = createJsonSchemaTransformObject(how)

/** Each route with its schemas by reference. */
export const toOperation = createJsonSchemaTransform(how)

/** Refusals that nearly every call can meet, told once. A status of its own beside it is particular to the call. */
const usual = {
  statuses: ['400', '401', '403', '404', '422', '503'],
  description:
    '400: the request can’t be read. 401: not signed in. 403: not permitted. 404: not there. 422: a field is not valid. ' +
    '503: try again later.',
}

/** The whole document: what several operations have in common stands in `components` once. */
export function toDocument(routes: Parameters<typeof withSchemas>[0]): OpenAPIV3_1.Document {
  const document = withSchemas(routes) as OpenAPIV3_1.Document
  const operations: Operation[] = Object.values(document.paths ?? {})
    .flatMap((path): unknown[] => Object.values(path ?? {}))
    .filter(isOperation)
  const responses: Record<string, OpenAPIV3_1.ResponseObject> = {}
  for (const operation of operations) {
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      if ('$ref' in response) continue
      response.description = STATUS_CODES[status] ?? status
      if (Number(status) < 400) continue
      const content = { 'application/problem+json': response.content?.['application/json'] ?? {} }
      const name = usual.statuses.includes(status) ? 'default' : status
      const description = name === 'default' ? usual.description : response.description
      responses[name] ??= { description, content }
      delete operation.responses?.[status]
      operation.responses = { ...operation.responses, [name]: { $ref: `#/components/responses/${name}` } }
    }
  }
  const parameters = sharedParameters(operations)
  referToNoBody(operations, document)
  // Stands once for all but the few that say otherwise.
  for (const operation of operations) if (operation.security?.length) delete operation.security
  return withoutUnused(
    withNamedEnumerations({
      ...document,
      security: [{ bearer: [] }],
      components: { ...document.components, responses, parameters },
    }),
  )
}

/** The values that many records share, under the name of their type. */
const enumerations: Readonly<Record<string, readonly string[]>> = {
  AppointmentStatus: appointmentStatuses,
  BedStatus: bedStatuses,
  DoseUnit: doseUnits,
  ItemCategory: itemCategories,
  ItemUnit: itemUnits,
  MedicationFrequency: medicationFrequencies,
  MedicationRoute: medicationRoutes,
  Permission: permissions,
  Ward: wards,
}

function withNamedEnumerations(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  let text = JSON.stringify(document)
  const schemas: Record<string, OpenAPIV3_1.SchemaObject> = {}
  for (const [name, values] of Object.entries(enumerations)) {
    schemas[name] = { type: 'string', enum: [...values] }
    text = text.replaceAll(JSON.stringify(schemas[name]), `{"$ref":"#/components/schemas/${name}"}`)
  }
  const whole: OpenAPIV3_1.Document = JSON.parse(text)
  return {
    ...whole,
    components: { ...whole.components, schemas: { ...whole.components?.schemas, ...schemas } },
  }
}

const noBody = {
  anyOf: [{ type: 'object', properties: {}, additionalProperties: false }, { type: 'null' }],
} satisfies OpenAPIV3_1.SchemaObject

type Operation = OpenAPIV3_1.OperationObject

function isOperation(part: unknown): part is Operation {
  return typeof part === 'object' && part !== null && 'responses' in part
}

/** From how many operations on a parameter stands in `components`. */
const severalOperations = 2

/** Refers to the parameters that several operations have alike, and answers them by name. */
function sharedParameters(operations: Operation[]): Record<string, OpenAPIV3_1.ParameterObject> {
  const shared: Record<string, OpenAPIV3_1.ParameterObject> = {}
  const all = operations.flatMap(({ parameters = [] }) => parameters).filter((one) => 'name' in one)
  for (const alike of Map.groupBy(all, (one) => JSON.stringify(one)).values()) {
    const [one] = alike
    if (!one || alike.length < severalOperations) continue
    // A second kind of parameter with the same name gets a number.
    let key = one.name
    for (let next = 2; key in shared; next++) key = `${one.name}${next}`
    shared[key] = one
    for (const operation of operations) {
      if (!operation.parameters) continue
      operation.parameters = operation.parameters.map((parameter) =>
        'name' in parameter && alike.includes(parameter)
          ? { $ref: `#/components/parameters/${key}` }
          : parameter,
      )
    }
  }
  return shared
}

/** Refers to the body of those who send none by one name. */
function referToNoBody(operations: readonly Operation[], { components }: OpenAPIV3_1.Document): void {
  for (const { requestBody } of operations) {
    const json = requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined
    if (!json || JSON.stringify(json.schema) !== JSON.stringify(noBody)) continue
    json.schema = { $ref: '#/components/schemas/NoBody' }
    if (components?.schemas) components.schemas.NoBody = noBody
  }
}

/** Schemas by the name under which the contract exports them, or else by their endpoint's. */
function namedSchemas() {
  const registry = z.registry<{ id?: string }>()
  const add = (id: string, schema: z.ZodType | undefined) => {
    if (schema && !registry.has(schema)) registry.add(schema, { id })
  }
  registry.add(Problem, { id: 'ProblemDetails' })
  registry.add(FieldError, { id: 'FieldError' })
  registry.add(Allergen, { id: 'Allergen' })
  registry.add(Struck, { id: 'EnteredInError' })
  // Parameters stand in the address one by one, and are not referred to as a whole.
  const inAddresses = new Set(endpoints.flatMap(({ params, query }) => [params, query]))
  for (const [name, schema] of schemasOfNouns()) if (!inAddresses.has(schema)) add(name, schema)
  for (const { name, body, reply, download } of endpoints) {
    const called = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
    add(`${called}Request`, body)
    if (!download) add(`${called}Response`, reply)
  }
  return registry
}

/** A schema as programs that generate clients understand it. */
function asPartnersRead({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType
  jsonSchema: z.core.JSONSchema.BaseSchema
}): void {
  const { def } = zodSchema._zod
  // A record of an enumeration has a field for each of its values.
  const { propertyNames, additionalProperties } = jsonSchema
  if (def.type === 'record' && typeof propertyNames === 'object' && propertyNames.enum) {
    const names = propertyNames.enum.map(String)
    jsonSchema.properties = Object.fromEntries(names.map((name) => [name, additionalProperties ?? {}]))
    jsonSchema.additionalProperties = false
    delete jsonSchema.propertyNames
  }
  // An answer may get further fields, which a client ignores until it knows them.
  if (def.type === 'object' && !(def as z.core.$ZodObjectDef).catchall) delete jsonSchema.additionalProperties
  // The format says it already, in fewer words.
  if (jsonSchema.format) delete jsonSchema.pattern
  // Zod's own limits of a whole number are JavaScript's.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (zodSchema === Problem.shape.code) {
    jsonSchema.enum = Object.keys(errorMeanings)
    jsonSchema.description = 'Each code has its meaning at `/api/docs#<code>`, where `type` leads.'
  }
}

/** A reference to the schema of a request, which the library names so because it can differ from that of a response. */
const sent = /"#\/components\/schemas\/(\w+)Input"/g

/** The schemas that something refers to; one that is sent has the same name as the one that is answered if they are alike. */
function withoutUnused(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const { schemas: all = {}, ...others } = document.components ?? {}
  const reached = reachedFrom({ paths: document.paths, others }, all)
  const asAnswered = (text: string) => text.replace(sent, '"#/components/schemas/$1"')
  const isAlike = (name: string) =>
    !reached.has(name) || JSON.stringify(all[name]) === asAnswered(JSON.stringify(all[`${name}Input`]))
  const text = JSON.stringify({ ...document, components: { ...others, schemas: {} } })
  const renamed = (part: string) =>
    part.replace(sent, (whole, name: string) => (isAlike(name) ? `"#/components/schemas/${name}"` : whole))
  const schemas = Object.fromEntries(
    [...reached].toSorted().map((name) => {
      const base = name.replace(/Input$/, '')
      return [base !== name && isAlike(base) ? base : name, JSON.parse(renamed(JSON.stringify(all[name])))]
    }),
  )
  const whole: OpenAPIV3_1.Document = JSON.parse(renamed(text))
  return { ...whole, components: { ...whole.components, schemas } }
}

/** The names of the schemas that a part of the document refers to, and those that they refer to. */
function reachedFrom(part: unknown, schemas: Record<string, unknown>): Set<string> {
  const reached = new Set<string>()
  const left = [part]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    for (const [, name = ''] of JSON.stringify(next).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (!reached.has(name)) left.push(schemas[name])
      reached.add(name)
    }
  }
  return reached
}
