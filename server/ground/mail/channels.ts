import type { GatewaySettings } from '../start/gateway-settings.ts'
import type { MailSettings } from '../start/mail-settings.ts'
import { messageGateway } from './gateway.ts'
import { NotSent } from './not-sent.ts'
import type { PatientText } from './patient-text.ts'
import { type Smtp, smtpServer } from './smtp.ts'

export type Channel = 'EMAIL' | 'GATEWAY'

/** The ways in which this server reaches patients. */
export interface Channels {
  readonly open: readonly Channel[]
  /** @throws NotSent */
  send(channel: Channel, message: PatientText): Promise<void>
}

/** The mail server, if one is set up, and the channels of messages to patients. */
export function openChannels(settings: {
  mail?: MailSettings | undefined
  gateway?: GatewaySettings | undefined
}): {
  smtp: Smtp | null
  channels: Channels
} {
  const smtp = settings.mail ? smtpServer(settings.mail) : null
  const gateway = settings.gateway ? messageGateway(settings.gateway) : null
  const ways: Record<Channel, ((message: PatientText) => Promise<void>) | null> = {
    EMAIL: smtp && ((message) => mail(smtp, message)),
    GATEWAY: gateway && ((message) => gateway.send(message)),
  }
  const channels: Channels = {
    open: (['EMAIL', 'GATEWAY'] as const).filter((channel) => ways[channel]),
    async send(channel, message) {
      const send = ways[channel]
      if (!send) throw new NotSent('away', `${channel} is not set up`)
      await send(message)
    },
  }
  return { smtp, channels }
}

async function mail(smtp: Smtp, { to, subject, text, replyTo }: PatientText): Promise<void> {
  // A name beside the address would tell others whose appointment it is.
  await smtp.send({ to: { name: '', address: to }, ...(replyTo && { replyTo }), subject, text })
}
