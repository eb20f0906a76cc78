import { PlainRefusal } from './plain-refusal.ts'

/** Where mails are handed in, and whom they are from. */
export interface MailSettings {
  /** smtp://account:password@host:587, or smtps:// for TLS from the first byte. */
  url: string
  from: string
  /** The base of links in mails. It is configured, because the host of a request can be forged. */
  publicUrl: string
}

/** SMTP_URL and MAIL_FROM; undefined where neither is set. */
export function readMailSettings(
  env: NodeJS.ProcessEnv,
  publicUrl: string | undefined,
): MailSettings | undefined {
  const { SMTP_URL: url, MAIL_FROM: from } = env
  if (!url && !from) return undefined
  if (!url) {
    throw new PlainRefusal(
      'MAIL_FROM is set without SMTP_URL; say where mails are handed in, for example SMTP_URL=smtp://mail.example.org:587.',
    )
  }
  const parsed = URL.parse(url)
  if (!parsed || !['smtp:', 'smtps:'].includes(parsed.protocol) || parsed.hostname === '') {
    throw new PlainRefusal(
      'SMTP_URL is not the address of an SMTP server; write it as smtp://account:password@mail.example.org:587, or smtps:// where TLS comes first.',
    )
  }
  if (!from || !/^([^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(from)) {
    throw new PlainRefusal(
      'MAIL_FROM is not an address that mails can come from; write it as MAIL_FROM="Lantern <lantern@example.org>".',
    )
  }
  if (!publicUrl) {
    throw new PlainRefusal(
      'SMTP_URL is set without PUBLIC_URL; say where the links of mails lead, for example PUBLIC_URL=https://lantern.example.org.',
    )
  }
  return { url, from, publicUrl }
}
