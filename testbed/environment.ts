/**
 * What somebody may have set for a hospital of theirs, blank: no server that is started for a try writes to its disks, reads
 * its copies, copies its seals or sends its mails.
 */
export const ofNoHospital = {
  ARCHIVE_DIRECTORY: '',
  AUDIT_SEALS_FILE: '',
  BACKUP_DIRECTORY: '',
  DATABASE_READ_URL: '',
  DATABASE_URL_FILE: '',
  SMTP_URL: '',
  SMTP_URL_FILE: '',
}
