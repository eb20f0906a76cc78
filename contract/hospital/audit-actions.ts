// `npm run types` collects them from the nouns, so that the Audit Log needn't load every noun's contract.
import endpointWords from './endpoint-words.json' with { type: 'json' }

/** Plain words for acts that leave an entry by themselves. Those for endpoints stand in the files of their nouns. */
const acts: Record<string, string> = {
  importRecords: 'imported records',
  removeImported: 'removed imported records',
  fetchCalendarFeed: 'appointments, by calendar feed',
  signIn: 'signed in',
  signOut: 'signed out',
  askToSignUp: 'asked to sign up',
  signUp: 'signed up',
  lock: 'locked the screen',
  unlock: 'unlocked the screen',
  confirmHospitalExport: 'confirmed an export of the whole hospital',
  countersign: 'countersigned a colleague’s act',
  changePassword: 'changed their password',
  askForReset: 'asked to reset a password',
  resetPassword: 'reset their password',
  confirmEmail: 'confirmed an e-mail address',
  enableTwoFactor: 'turned on two-factor sign-in',
  disableTwoFactor: 'turned off two-factor sign-in',
  renewRecoveryCodes: 'made new recovery codes',
  addPasskey: 'added a passkey',
  removePasskey: 'removed a passkey',
  linkSignOn: 'linked hosted sign-on',
  unlinkSignOn: 'unlinked hosted sign-on',
  followLive: 'live screens',
  openLive: 'live screens',
  dropAuditMonths: 'deleted months of the audit log',
  restoreBackup: 'restored a backup',
  takeBackup: 'made a backup',
}

const actions: Readonly<Record<string, string>> = { ...endpointWords, ...acts }

/** The actions by which the log can be filtered. */
export const knownActions = Object.keys(actions)

const done: Record<string, string> = {
  add: 'added',
  edit: 'edited',
  delete: 'deleted',
  change: 'changed',
  send: 'sent',
  cancel: 'cancelled',
  receive: 'received',
}

/** 'record', 'edited the record'; of an endpoint of an older version its name: 'listVisitNotes' → 'visit notes' */
export function actionWords(action: string): string {
  const known = actions[action]
  if (known) return known
  const words = plainWords(action.replace(/^(read|list|find|print|export)(?=[A-Z])/, ''))
  const [verb = '', ...things] = words.split(' ')
  return things.length > 0 && done[verb] ? [done[verb], ...things].join(' ') : words
}

/** 'contactNumber' → 'contact number' */
export function plainWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter, at: number) => `${at > 0 ? ' ' : ''}${letter.toLowerCase()}`)
}
