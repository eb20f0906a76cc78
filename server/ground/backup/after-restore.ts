import type pg from 'pg'

/**
 * In a hospital that is as it was: what was ended or sent since must not begin again (sessions, links to reset passwords or
 * to sign up, mails), and the trail records the restore. The list of backups is emptied, so that a copy of a hospital never removes
 * the files of the hospital itself.
 */
export async function endWhatIsOver(
  client: pg.Client,
  changes: { backupOf: string } | { restoredTo: string },
): Promise<void> {
  for (const table of ['session', 'account_link', 'pending_sign_up', 'mail', 'backup', 'backup_place']) {
    const { rows } = await client.query('select to_regclass($1) is not null as is_there', [table])
    if (rows[0]?.is_there) await client.query(`delete from ${table}`)
  }
  await client.query(`insert into audit_entry (action, changes) values ('restoreBackup', $1)`, [
    JSON.stringify(changes),
  ])
}
