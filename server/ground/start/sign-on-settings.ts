import { RoleName } from '../../../contract/people/role-names.ts'
import { PlainRefusal } from './plain-refusal.ts'

/** The settings of a hospital's own OpenID Connect provider. */
export interface SignOnSettings {
  /** The name on the button: 'St Mary’s sign-on' */
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  scopes: string
  /** The claim that names roles; null: it names none. */
  rolesClaim: string | null
  /** The role for each value of the claim; null: its values are roles. */
  roles: ReadonlyMap<string, string> | null
  /** The address to which the provider returns browsers. */
  redirectUri: string
  /** Lantern's own address. */
  publicUrl: string
}

/** The page that the provider leads back to; its settings name it. */
const callbackPath = '/sign-in/callback'
const loopback = ['localhost', '127.0.0.1', '[::1]']

/** The settings that begin with OIDC_; undefined where none is set. */
export function readSignOnSettings(
  env: NodeJS.ProcessEnv,
  publicUrl: string | undefined,
): SignOnSettings | undefined {
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: name = 'your hospital account',
    OIDC_SCOPES: scopes = 'openid profile email',
    OIDC_ROLES_CLAIM: rolesClaim,
    OIDC_ROLES: rolesText,
  } = env
  if (!issuer && !clientId && !clientSecret) return undefined
  if (!issuer || !clientId || !clientSecret) {
    throw new PlainRefusal(
      'Sign-on takes OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET together; set the one that is missing (docs/sign-on.md).',
    )
  }
  const url = URL.parse(issuer)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.includes(url.hostname))
  if (!url || !isSafe || url.search || url.hash) {
    throw new PlainRefusal(
      'OIDC_ISSUER is not the address of a provider; write it as the provider says it, for example https://login.example.org/realms/hospital.',
    )
  }
  if (!publicUrl) {
    throw new PlainRefusal(
      'OIDC_ISSUER is set without PUBLIC_URL; say where the provider leads back to, for example PUBLIC_URL=https://lantern.example.org.',
    )
  }
  if (!scopes.split(' ').includes('openid')) {
    throw new PlainRefusal('OIDC_SCOPES lacks openid; write it as OIDC_SCOPES="openid profile email".')
  }
  return {
    name,
    issuer,
    clientId,
    clientSecret,
    scopes,
    rolesClaim: rolesClaim || null,
    roles: rolesText ? readRoles(rolesText) : null,
    redirectUri: `${publicUrl}${callbackPath}`,
    publicUrl,
  }
}

/** 'it-admins=admin, physicians=doctor' */
function readRoles(text: string): Map<string, string> {
  return new Map(
    text.split(',').map((pair): [string, string] => {
      const place = pair.lastIndexOf('=')
      const said = pair.slice(0, place).trim()
      const role = pair.slice(place + 1).trim()
      if (place < 1 || !said || !RoleName.safeParse(role).success) {
        throw new PlainRefusal(
          `OIDC_ROLES has ${JSON.stringify(pair.trim())}; write what the claim says, = and the name of a role, for example OIDC_ROLES="physicians=doctor,desk=receptionist".`,
        )
      }
      return [said, role]
    }),
  )
}
