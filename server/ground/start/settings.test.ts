import { expect, test } from 'vitest'
import { addressesIn, withAccountOf } from './addresses.ts'
import { readConfig } from './config.ts'

const PUBLIC_URL = 'https://lantern.example.org/'
const SMTP_URL = 'smtp://lantern:secret@mail.example.org:587'
const MAIL_FROM = 'Lantern <lantern@example.org>'
const provider = {
  OIDC_ISSUER: 'https://login.example.org/realms/hospital',
  OIDC_CLIENT_ID: 'lantern',
  OIDC_CLIENT_SECRET: 'secret',
}

test('where nothing is said of them, there is neither mail nor a sign-on', () => {
  expect(readConfig({}, [])).toMatchObject({ mail: undefined, signOn: undefined })
})

test('figures are served where somebody says a port for them, and to this machine alone', () => {
  expect(readConfig({}, []).metrics).toBeUndefined()
  expect(readConfig({ METRICS_PORT: '9464' }, []).metrics).toEqual({ host: '127.0.0.1', port: 9464 })
  const elsewhere = { METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5' }
  expect(readConfig(elsewhere, []).metrics).toEqual({ host: '10.0.0.5', port: 9464 })
})

test('backups are made at two, and fourteen are kept, unless it is said otherwise', () => {
  expect(readConfig({}, []).backup).toEqual({
    directory: undefined,
    hour: 2,
    keep: 14,
    passphraseFile: undefined,
  })
  const BACKUP_DIRECTORY = '/mnt/backups'
  expect(readConfig({ BACKUP_DIRECTORY, BACKUP_HOUR: '0', BACKUP_KEEP: '30' }, []).backup).toMatchObject({
    directory: BACKUP_DIRECTORY,
    hour: 0,
    keep: 30,
  })
  for (const BACKUP_HOUR of ['24', '-1', '2:30', 'two']) {
    expect(() => readConfig({ BACKUP_HOUR }, [])).toThrow(
      `BACKUP_HOUR is "${BACKUP_HOUR}"; give it an hour from 0 to 23, for example BACKUP_HOUR=2.`,
    )
  }
  expect(() => readConfig({ BACKUP_KEEP: '0' }, [])).toThrow('give it a number of backups from 1 to 3650')
})

test('mail takes where it is handed in, whom it is from, and where its links lead', () => {
  const { mail } = readConfig({ SMTP_URL, MAIL_FROM, PUBLIC_URL }, [])
  expect(mail).toEqual({ url: SMTP_URL, from: MAIL_FROM, publicUrl: 'https://lantern.example.org' })
  expect(readConfig({ SMTP_URL, MAIL_FROM: 'a@b.example', PUBLIC_URL }, []).mail?.from).toBe('a@b.example')
})

test('a sign-on leads back to a page of ours, and names the roles by their own names unless told otherwise', () => {
  const { signOn } = readConfig({ ...provider, PUBLIC_URL }, [])
  expect(signOn).toMatchObject({
    name: 'your hospital account',
    redirectUri: 'https://lantern.example.org/sign-in/callback',
    scopes: 'openid profile email',
    rolesClaim: null,
  })
  expect(signOn?.roles).toBeNull()
  const OIDC_ROLES = 'CN=Physicians=doctor, desk=ward_clerk'
  const told = readConfig({ ...provider, PUBLIC_URL, OIDC_ROLES, OIDC_ROLES_CLAIM: 'groups' }, []).signOn
  expect([...(told?.roles ?? [])]).toEqual([
    ['CN=Physicians', 'doctor'],
    ['desk', 'ward_clerk'],
  ])
  expect(told?.rolesClaim).toBe('groups')
})

test('there is one process unless more are asked for, and a database can have several addresses', () => {
  expect(readConfig({}, [])).toMatchObject({ processes: 1, databaseUrl: null, databaseReadUrl: undefined })
  expect(readConfig({ LANTERN_PROCESSES: 'auto' }, []).processes).toBeGreaterThan(0)
  const DATABASE_URL = 'postgresql://owner:secret@one:5432,two:5433/lantern?sslmode=require'
  expect(readConfig({ DATABASE_URL }, []).databaseUrl).toBe(DATABASE_URL)
  expect(addressesIn(DATABASE_URL)).toEqual([
    'postgresql://owner:secret@one:5432/lantern?sslmode=require',
    'postgresql://owner:secret@two:5433/lantern?sslmode=require',
  ])
  expect(withAccountOf('postgresql://one,two/lantern', 'postgresql://app:word@else/other')).toBe(
    'postgresql://app:word@one,two/lantern',
  )
})

test.each([
  [{ METRICS_PORT: 'open' }, 'METRICS_PORT is "open"; give it a number'],
  [{ TRUSTED_PROXY: 'proxy.example.org' }, 'TRUSTED_PROXY is "proxy.example.org"; give it addresses or'],
  [{ LEAVE_SECONDS: '90' }, 'LEAVE_SECONDS is "90"; give it a number of seconds from 0 to 60'],
  [
    { ARCHIVE_DIRECTORY: '/mnt/archive', ARCHIVE_DAYS: '1e3' },
    'ARCHIVE_DAYS is "1e3"; give it a number of days from 1 to 3650',
  ],
  [{ LOG_FORMAT: 'xml' }, 'LOG_FORMAT is "xml"; give it one of text, json'],
  [
    { LANTERN_PROCESSES: '0' },
    'LANTERN_PROCESSES is "0"; give it auto for one a core, or a number from 1 to 64',
  ],
  [{ DATABASE_URL: 'postgresql://one,two' }, 'DATABASE_URL is not the address of a PostgreSQL database'],
  [{ DATABASE_READ_URL: 'postgresql://two/lantern' }, 'DATABASE_READ_URL is set without DATABASE_URL'],
  [
    { DATABASE_URL: 'postgresql://one/lantern', DATABASE_READ_URL: 'postgresql://two,three/lantern' },
    'DATABASE_READ_URL names several servers',
  ],
  [{ MAIL_FROM }, 'MAIL_FROM is set without SMTP_URL'],
  [{ SMTP_URL: 'mail.example.org', MAIL_FROM, PUBLIC_URL }, 'SMTP_URL is not the address of an SMTP server'],
  [{ SMTP_URL: 'https://mail.example.org', MAIL_FROM, PUBLIC_URL }, 'SMTP_URL is not the address'],
  [{ SMTP_URL, PUBLIC_URL }, 'MAIL_FROM is not an address that mails can come from'],
  [{ SMTP_URL, MAIL_FROM: 'Lantern\r\nBcc: <a@b.example>', PUBLIC_URL }, 'MAIL_FROM is not an address'],
  [{ SMTP_URL, MAIL_FROM }, 'SMTP_URL is set without PUBLIC_URL'],
  [
    { ...provider, OIDC_CLIENT_SECRET: '' },
    'Sign-on takes OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
  ],
  [
    { ...provider, OIDC_ISSUER: 'login.example.org', PUBLIC_URL },
    'OIDC_ISSUER is not the address of a provider',
  ],
  [{ ...provider, OIDC_ISSUER: 'http://login.example.org', PUBLIC_URL }, 'OIDC_ISSUER is not the address'],
  [provider, 'OIDC_ISSUER is set without PUBLIC_URL'],
  [{ ...provider, PUBLIC_URL, OIDC_SCOPES: 'email' }, 'OIDC_SCOPES lacks openid'],
  [
    { ...provider, PUBLIC_URL, OIDC_ROLES: 'a=Ward clerk' },
    'OIDC_ROLES has "a=Ward clerk"; write what the claim says',
  ],
])('a start with %j says what is wrong', (env, sentence) => {
  expect(() => readConfig(env, [])).toThrow(sentence)
})
