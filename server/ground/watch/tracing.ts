import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LogEvent } from 'kysely'
import type { Trust } from './request-ids.ts'

export interface Tracing {
  /** Begins a span for each call of the routes that come after, in the caller's trace where `trust` believes it. */
  traceCalls(app: FastifyInstance, trust: Trust): void
  /** Told of each statement when it is done. */
  traceStatement(event: LogEvent): void
  /** Sends what was not sent yet. */
  close(): Promise<void>
}

interface Traced {
  span: Span
  context: Context
}

/** Quoted texts in a statement, which are left out of traces. */
const literals = /'(?:[^']|'')*'/g
const mostTexts = 1000

/**
 * Sends traces to the collector that OTEL_EXPORTER_OTLP_ENDPOINT names. Spans are begun by hand, in two places: what
 * instruments packages by changing them as they are loaded works otherwise for each way of loading, and this server has
 * three (from sources, built, under test).
 */
export function createTracing(version: string, env: NodeJS.ProcessEnv): Tracing {
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG ?? 1)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'lantern', 'service.version': version }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler: new ParentBasedSampler({
      root: new TraceIdRatioBasedSampler(ratio >= 0 && ratio <= 1 ? ratio : 1),
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('lantern')
  const propagator = new W3CTraceContextPropagator()
  const current = new AsyncLocalStorage<Traced>()
  const calls = new WeakMap<FastifyRequest, Traced>()
  const texts = new Map<string, string>()

  function textOf(statement: string): string {
    let text = texts.get(statement)
    if (text === undefined) {
      text = statement.replaceAll(literals, "'…'").replaceAll(/\s+/g, ' ').trim()
      if (texts.size >= mostTexts) texts.clear()
      texts.set(statement, text)
    }
    return text
  }

  return {
    traceCalls(app, trust) {
      app.addHook('onRequest', (request, _reply, done) => {
        const { method, headers, socket, routeOptions } = request
        if (routeOptions.config.isStream || routeOptions.config.isHealth) return done()
        const isBelieved = trust(socket.remoteAddress ?? '', 0)
        const parent = isBelieved
          ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
          : ROOT_CONTEXT
        const route = routeOptions.url ?? 'other'
        const span = tracer.startSpan(
          `${method} ${route}`,
          {
            kind: SpanKind.SERVER,
            attributes: {
              'http.request.method': method,
              'http.route': route,
              'lantern.request_id': request.id,
            },
          },
          parent,
        )
        const traced = { span, context: trace.setSpan(parent, span) }
        calls.set(request, traced)
        return current.run(traced, done)
      })
      // A body comes by events of the connection, which know of no call.
      app.addHook('preValidation', (request, _reply, done) => {
        const traced = calls.get(request)
        if (traced) current.run(traced, done)
        else done()
      })
      app.addHook('onResponse', (request, reply, done) => {
        const span = calls.get(request)?.span
        span?.setAttribute('http.response.status_code', reply.statusCode)
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
        span?.end()
        done()
      })
    },
    traceStatement(event) {
      const traced = current.getStore()
      if (!traced) return
      const { query, queryDurationMillis } = event
      const text = textOf(query.sql)
      const now = Date.now()
      const span = tracer.startSpan(
        text.slice(0, text.indexOf(' ')) || text,
        {
          kind: SpanKind.CLIENT,
          startTime: now - queryDurationMillis,
          attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
        },
        traced.context,
      )
      if (event.level === 'error') span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(now)
    },
    close: () => provider.shutdown(),
  }
}
