import type { OpenAPIV3_1 } from 'openapi-types'
import { type ErrorCode, errorStatus } from '../../../../contract/nouns.ts'
import { escaped } from '../static/hospital-details.ts'
import { errorMeanings } from './error-meanings.ts'

type Schema = OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject
type Parameter = OpenAPIV3_1.ParameterObject | OpenAPIV3_1.ReferenceObject
type Document = OpenAPIV3_1.Document

/**
 * The document as a page that is read: every call, every record and every error code under an anchor of its own. It is HTML
 * alone, because Swagger UI takes 3.5 s to resolve the document before it shows anything (record 77).
 */
export function referencePage(document: Document): string {
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item?.[method]
      return operation ? [{ path, method, operation, tag: operation.tags?.[0] ?? 'other' }] : []
    }),
  )
  const tags = [...Map.groupBy(calls, ({ tag }) => tag)]
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Lantern API</title>
    <link rel="stylesheet" href="/api/docs/reference.css" />
  </head>
  <body>
    <header>
      <h1>Lantern API</h1>
      <p>${prose(document.info.description ?? '')}</p>
      <p><a href="/api/openapi.json">OpenAPI 3.1</a> <a href="/api/docs/try">Send requests</a></p>
    </header>
    <nav aria-label="Contents">
      <ul>
        ${tags.map(([tag]) => `<li><a href="#calls-${tag}">${title(tag)}</a></li>`).join('')}
        <li><a href="#records">Records</a></li><li><a href="#error-codes">Error codes</a></li>
      </ul>
    </nav>
    <main>
      ${tags.map(([tag, of]) => `<section><h2 id="calls-${tag}">${title(tag)}</h2>${of.map((call) => callOf(call, document)).join('\n')}</section>`).join('\n')}
      <section>
        <h2 id="records">Records</h2>
        ${Object.entries(document.components?.schemas ?? {})
          .map(recordOf)
          .join('\n')}
      </section>
      <section>
        <h2 id="error-codes">Error codes</h2>
        <p>Each error answer has one of these codes, and its <code>type</code> leads here.</p>
        <dl>${Object.entries(errorMeanings).map(codeOf).join('\n')}</dl>
      </section>
    </main>
  </body>
</html>
`
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

interface Call {
  path: string
  method: (typeof methods)[number]
  operation: OpenAPIV3_1.OperationObject
}

function callOf({ path, method, operation }: Call, { components }: Document): string {
  const {
    operationId = '',
    summary = '',
    description,
    parameters = [],
    requestBody,
    responses = {},
  } = operation
  const sent = parameters.map((one: Parameter) => resolved(one, components?.parameters))
  const body = requestBody && 'content' in requestBody ? schemaIn(requestBody.content) : undefined
  const answers = Object.entries(responses)
  const good = answers
    .filter(([status]) => status < '300')
    .map(([status, one]) => {
      const schema = 'content' in one ? schemaIn(one.content) : undefined
      return `${status}${schema ? ` ${typeOf(schema)}` : ''}`
    })
  const bad = answers.filter(([status]) => status >= '400').map(([status]) => status)
  return `<article id="${operationId}">
    <h3><b class="${method}">${method.toUpperCase()}</b> <code>${escaped(path)}</code></h3>
    <p>${prose(summary)}.${description ? ` ${prose(description)}` : ''}</p>
    ${fieldsList([
      ...sent.map(({ name, in: where, required, schema, description: about }) => ({
        name,
        type: `${schema ? typeOf(schema as Schema) : 'string'}, ${where}`,
        isRequired: Boolean(required),
        about,
      })),
      ...(body ? [{ name: 'body', type: typeOf(body), isRequired: true, about: undefined }] : []),
    ])}
    <p class="answers">Answers ${good.join(' or ')}${bad.length > 0 ? `; errors ${bad.join(', ')}` : ''}</p>
  </article>`
}

function recordOf([name, schema]: [string, Schema]): string {
  const fields = 'properties' in schema ? fieldsOf(schema) : undefined
  return `<article id="record-${name}"><h3>${name}</h3>${fields ?? `<p>${typeOf(schema)}</p>`}</article>`
}

function codeOf([code, meaning]: [string, string]): string {
  return `<dt id="${code}"><code>${code}</code> ${errorStatus[code as ErrorCode]}</dt><dd>${prose(meaning)}</dd>`
}

interface Field {
  name: string
  /** HTML. */
  type: string
  isRequired: boolean
  about: string | undefined
}

function fieldsList(fields: readonly Field[]): string {
  const rows = fields.map(
    ({ name, type, isRequired, about }) =>
      `<li><code>${escaped(name)}</code>${isRequired ? '' : ' <i>optional</i>'} ${type}${about ? ` – ${prose(about)}` : ''}</li>`,
  )
  return rows.length > 0 ? `<ul class="fields">${rows.join('')}</ul>` : ''
}

function fieldsOf(schema: OpenAPIV3_1.SchemaObject): string {
  return fieldsList(
    Object.entries(schema.properties ?? {}).map(([name, one]) => ({
      name,
      type: typeOf(one as Schema),
      isRequired: schema.required?.includes(name) ?? false,
      about: 'description' in one ? one.description : undefined,
    })),
  )
}

/** The type in words, as HTML: a record by a link, a choice by its values. */
function typeOf(schema: Schema): string {
  if ('$ref' in schema) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return `<a href="#record-${name}">${name}</a>`
  }
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) return choices.map((one) => typeOf(one as Schema)).join(schema.allOf ? ' and ' : ' or ')
  if (schema.enum) return schema.enum.map(valueOf).join(' | ')
  if ('const' in schema) return valueOf(schema.const)
  if (schema.type === 'array') return `list of ${typeOf(schema.items as Schema)}`
  if (schema.properties) return `object${fieldsOf(schema)}`
  const words = [...(Array.isArray(schema.type) ? schema.type : [schema.type ?? 'anything'])].join(' or ')
  return [words, schema.format, boundsOf(schema)].filter(Boolean).join(', ')
}

function boundsOf({ minimum, maximum, maxLength, minLength }: OpenAPIV3_1.SchemaObject): string {
  const least = minimum ?? minLength
  const most = maximum ?? maxLength
  if (most === undefined || Math.abs(most) >= Number.MAX_SAFE_INTEGER) return ''
  const unit = maxLength === undefined ? '' : ' characters'
  return least === undefined ? `${most}${unit} at most` : `${least} to ${most}${unit}`
}

function schemaIn(content: Record<string, OpenAPIV3_1.MediaTypeObject> = {}): Schema | undefined {
  return Object.values(content)[0]?.schema as Schema | undefined
}

function resolved(
  one: Parameter,
  shared: Record<string, Parameter> | undefined,
): OpenAPIV3_1.ParameterObject {
  if (!('$ref' in one)) return one
  const named = shared?.[one.$ref.split('/').at(-1) ?? '']
  if (!named || '$ref' in named) throw new Error(`${one.$ref} is not in the document`)
  return named
}

const valueOf = (value: unknown) => (value === '' ? 'empty' : `<code>${escaped(String(value))}</code>`)

const title = (tag: string) => escaped(tag.replaceAll('-', ' ')).replace(/^./, (first) => first.toUpperCase())

/** Text with code between backticks. */
function prose(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}
