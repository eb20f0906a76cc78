import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import { loggedError } from '../http/error-log.ts'

export type LogSettings = FastifyServerOptions['logger']

/**
 * One JSON object a line. Errors quote what could not be kept or read, and addresses name whom they are about: what is
 * logged of them is chosen.
 */
export function withoutPatients(settings: LogSettings): Exclude<LogSettings, undefined> {
  if (!settings) return false
  return {
    ...(settings !== true && settings),
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (level) => ({ level }) },
    serializers: { err: loggedError, req: requestFields, res: ({ statusCode }) => ({ statusCode }) },
    hooks: {
      logMethod([first, ...rest], log) {
        // The logger would say an error's own message beside it.
        const isError = first instanceof Error && rest.length === 0
        if (isError) log.call(this, { err: first } as never, loggedError(first).message as never)
        else log.call(this, first as never, ...(rest as never[]))
      },
    },
  }
}

/** The route of the call. Its address could name a patient, or what was searched for. */
function requestFields({ method, routeOptions }: FastifyRequest) {
  return { method, route: routeOptions?.url }
}

/** A line for each call, for those who ask for them (LOG_LEVEL=info). */
export function logCalls(app: FastifyInstance) {
  if (!isHeard(app.log)) return
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status, elapsedTime } = reply
    request.log.info({ ...requestFields(request), status, millis: Math.round(elapsedTime) }, 'answered')
    done()
  })
}

function isHeard(log: FastifyBaseLogger & { isLevelEnabled?: (level: string) => boolean }): boolean {
  return log.isLevelEnabled?.('info') ?? false
}
