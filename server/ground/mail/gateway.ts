import { Webhook } from 'standardwebhooks'
import type { GatewaySettings } from '../start/gateway-settings.ts'
import { NotSent } from './not-sent.ts'
import type { PatientText } from './patient-text.ts'

/** A service that passes messages on as SMS or WhatsApp. */
export interface Gateway {
  /** @throws NotSent */
  send(message: PatientText): Promise<void>
}

/** Milliseconds: a gateway that is silent for longer is tried again later. */
const patience = 20_000

/**
 * Posts each message as a Standard Webhook. Its id is the message's, so a gateway that gets it twice knows it. A redirect is not
 * followed: it would take phone numbers to another address than the one that was set.
 */
export function messageGateway({ url, secret }: GatewaySettings): Gateway {
  const webhook = new Webhook(secret)
  return {
    async send({ id, kind, to, text }) {
      const at = new Date()
      const body = JSON.stringify({
        type: `appointment.${kind.toLowerCase()}`,
        timestamp: at.toISOString(),
        data: { id, to, text },
      })
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(patience),
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': webhook.sign(id, at, body),
        },
        body,
      }).catch(() => {
        throw new NotSent('away', 'The message gateway does not answer')
      })
      await answer.body?.cancel()
      if (answer.ok) return
      const isRefused = answer.status === 400 || answer.status === 422
      throw new NotSent(isRefused ? 'refused' : 'away', `The message gateway answered ${answer.status}`)
    },
  }
}
