import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import pg from 'pg'
import { type FieldError, generalErrors, type Problem } from '../../../contract/api/errors.ts'
import { mostPrinted } from '../../../contract/api/page.ts'
import { type ErrorCode, errorStatus } from '../../../contract/nouns.ts'
import { UnknownCursor } from '../db/paging.ts'
import { type Trouble, troubleOf } from '../db/trouble.ts'
import { protectiveHeaders } from './protection.ts'

type Extra = Omit<Problem, 'type' | 'title' | 'status' | 'code' | 'detail'>

/** An answer other than success: `code` is stable, `detail` is a sentence fit for a toast. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly extra: Extra
  /** The patients named in the sentence; the audit log lists them. */
  readonly patientIds: readonly string[]
  constructor(code: ErrorCode, detail: string, extra: Extra = {}, patientIds: readonly string[] = []) {
    super(detail)
    this.code = code
    this.extra = extra
    this.patientIds = patientIds
  }
}

/**
 * The message for the person who violated a constraint, and the field that it belongs to. A route that knows more
 * (which slot is taken, the patient's name) gives its own message; this is the default.
 */
export type ConstraintMeanings = Readonly<Record<string, { code: ErrorCode; detail: string; path?: string }>>

/** Paper is for lists that somebody reads: `things` is 'patients'. */
export function tooManyToPrint(things: string): Refusal {
  const most = mostPrinted.toLocaleString('en-GB')
  return new Refusal(
    'too_many_to_print',
    `More than ${most} ${things} are too many to print. Narrow the list with the search and filters, or export it.`,
  )
}

/** 422 for one field: the sentence is shown next to it, and in the toast. */
export function invalidField(path: string, message: string): Refusal {
  return new Refusal('invalid_input', message, { errors: [{ path, message }] })
}

/** The constraint that a database error names, if it is one that a person can cause. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined
}

/** The texts that a trigger of ours adds to the constraint that it names. */
export function saidWith(error: unknown): { detail?: string | undefined; hint?: string | undefined } {
  return error instanceof pg.DatabaseError ? error : {}
}

/** The id that violated a foreign key: its detail is 'Key (column)=(id) …' in every language. */
export function violatingKey(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? /\)=\(([^)]+)\)/.exec(error.detail ?? '')?.[1] : undefined
}

/** The messages about trouble with the database. The same request can succeed later. */
const troubleMeanings: Record<Trouble, string> = {
  away: 'The database can’t be reached right now. Nothing was changed. Try again in a moment.',
  slow: 'The database took too long to answer. Nothing was changed. Try again in a moment.',
  busy: 'The database has too much to do right now. Nothing was changed. Try again in a moment.',
  full: 'The database can’t write to its disk right now; it may be full. Nothing was changed. Tell your IT support, then try again.',
  unknown:
    'The database stopped answering while this was being saved. Check whether it was saved before you try again.',
}

function problemOf(error: unknown, meanings: ConstraintMeanings = {}): Problem {
  const refusal = refusalOf(error, meanings)
  const status = errorStatus[refusal.code]
  return {
    type: `/api/docs#${refusal.code}`,
    title: refusal.code.replaceAll('_', ' '),
    status,
    code: refusal.code,
    detail: refusal.message,
    ...refusal.extra,
  }
}

function refusalOf(error: unknown, meanings: ConstraintMeanings): Refusal {
  if (error instanceof Refusal) return error
  if (hasZodFastifySchemaValidationErrors(error)) return invalidInput(error)
  if (error instanceof UnknownCursor) {
    return invalidField('cursor', 'This cursor is not of this list. Start again without one.')
  }
  const trouble = troubleOf(error)
  if (trouble) return new Refusal('database_unavailable', troubleMeanings[trouble])
  if (error instanceof pg.DatabaseError) {
    const meaning = meanings[error.constraint ?? '']
    if (meaning) return meant(meaning)
    // The contract refuses it first, except what comes past it.
    if (/_is_lines?$/.test(error.constraint ?? '')) {
      return new Refusal(
        'invalid_input',
        'A text contains characters that can’t be shown. Nothing was changed.',
      )
    }
    // A number, or a product or sum, is out of range: the contract's limits should have refused it first.
    if (error.code === '22003') {
      return new Refusal('invalid_input', 'A number is larger than can be kept. Nothing was changed.')
    }
    // Deadlock, serialization failure, waited too long for a lock: the same request can succeed later.
    if (/^(40001|40P01|55P03)$/.test(error.code ?? '')) {
      return new Refusal(
        'conflict',
        'Someone else was changing the same record. Nothing was changed. Try again.',
      )
    }
  }
  const status = httpStatusOf(error)
  switch (status) {
    // 403 is a path outside the folder that is served.
    case 403:
    case 404:
      return new Refusal('not_found', 'There is nothing at this address.')
    case 413:
      return new Refusal('body_too_large', 'The request is larger than 256 kB.')
    case 415:
      return new Refusal('unsupported_media_type', 'Send JSON, with content-type application/json.')
    default:
      if (status >= 400 && status < 500) {
        return new Refusal(
          'malformed_request',
          'The request could not be read: its body or address is not well formed.',
        )
      }
      return new Refusal(
        'internal',
        'Something went wrong on our side. Nothing was changed. The error has been logged.',
      )
  }
}

function meant({ code, detail, path }: ConstraintMeanings[string]): Refusal {
  return new Refusal(code, detail, path ? { errors: [{ path, message: detail }] } : {})
}

function httpStatusOf(error: unknown): number {
  return error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
}

function invalidInput(
  error: FastifyError & { validation: { instancePath: string; message?: string; keyword?: string }[] },
) {
  const errors: FieldError[] = error.validation.map((issue) => ({
    path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
    message: issue.message ?? 'Not valid',
  }))
  const first = errors[0]?.message ?? 'Some fields are not valid.'
  return new Refusal(
    'invalid_input',
    errors.length > 1 ? `${first} (and ${errors.length - 1} more)` : first,
    { errors },
  )
}

/** Turns every failure into an application/problem+json response that reveals nothing about the server's internals. */
export function answerProblems(
  app: FastifyInstance,
  meanings: ConstraintMeanings,
  { checksCodes = false }: { checksCodes?: boolean | undefined } = {},
) {
  app.setErrorHandler((error, request, reply) => {
    const problem = checksCodes ? onlyListed(problemOf(error, meanings), request) : problemOf(error, meanings)
    const trouble = troubleOf(error)
    // A database that is away fails everything at once, and what fails in the background is in the log. What we refuse
    // ourselves is no failure.
    const isKnown = trouble === 'away' || trouble === 'unknown' || error instanceof Refusal
    if (problem.status >= 500 && !isKnown) request.log.error(error)
    if (problem.code === 'internal') problem.detail += ` Its number for your IT support: ${request.id}.`
    if (problem.retryAfter) void reply.header('retry-after', String(problem.retryAfter))
    if (problem.status === 503) void reply.header('retry-after', '2')
    return sendProblem(reply, problem)
  })
}

/** For tests: the API's document names the codes of each endpoint, so one that it does not name is a failure. */
function onlyListed(problem: Problem, { routeOptions }: FastifyRequest): Problem {
  const { endpoint } = routeOptions.config
  const isForEach = problem.code in generalErrors && !['name_taken', 'in_use'].includes(problem.code)
  if (!endpoint || isForEach || endpoint.errors?.includes(problem.code)) return problem
  const detail = `${endpoint.name} answers ${problem.code}, which its errors in the contract do not list.`
  return { ...problem, code: 'internal', status: 500, detail }
}

/** For an invalid URL: Fastify answers it before any route and any error handler. */
export function answerBadAddress(_error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  void reply.header('x-request-id', request.id)
  void sendProblem(
    reply,
    problemOf(new Refusal('malformed_request', 'The request’s address is not well formed.')),
  )
}

/** For input that is not HTTP, or too slow or too long to read: there is no request to reply to, only a connection. */
export function answerBrokenRequest(_error: unknown, socket: Socket) {
  if (!socket.writable) return
  // A browser connects ahead of its requests, and would take an answer written here for the answer to its first one.
  if (socket.bytesRead === 0) return socket.destroy()
  const body = JSON.stringify(problemOf(new Refusal('malformed_request', 'The request could not be read.')))
  const head = [
    'HTTP/1.1 400 Bad Request',
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...Object.entries(protectiveHeaders).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function sendProblem(reply: FastifyReply, problem: Problem) {
  return reply
    .status(problem.status)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(problem)
}
