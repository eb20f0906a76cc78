import { PlainRefusal } from './plain-refusal.ts'

/** A service to which messages to patients are posted, and the secret that signs them. */
export interface GatewaySettings {
  url: string
  secret: string
}

const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** MESSAGE_GATEWAY_URL and MESSAGE_GATEWAY_SECRET; undefined where neither is set. */
export function readGatewaySettings(env: NodeJS.ProcessEnv): GatewaySettings | undefined {
  const { MESSAGE_GATEWAY_URL: url, MESSAGE_GATEWAY_SECRET: secret } = env
  if (!url && !secret) return undefined
  if (!url) {
    throw new PlainRefusal(
      'MESSAGE_GATEWAY_SECRET is set without MESSAGE_GATEWAY_URL; say where messages are posted, for example MESSAGE_GATEWAY_URL=https://sms.example.org/lantern.',
    )
  }
  const parsed = URL.parse(url)
  const isSafe =
    parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && isHere.test(parsed.hostname))
  if (!parsed || !isSafe || parsed.username !== '' || parsed.password !== '') {
    throw new PlainRefusal(
      'MESSAGE_GATEWAY_URL is not an address to which phone numbers can be sent; write it as https://sms.example.org/lantern, without an account.',
    )
  }
  if (!secret || !/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret)) {
    throw new PlainRefusal(
      'MESSAGE_GATEWAY_SECRET is not a secret that signs messages; write it as whsec_ and at least 24 random bytes in base64, for example from: echo "whsec_$(openssl rand -base64 32)".',
    )
  }
  return { url, secret }
}
