/**
 * Blanks the settings of a real hospital, so that a server started for a test never writes to its disks, reads its
 * replicas, copies its seals or sends its mails.
 */
export const ofNoHospital = {
  ARCHIVE_DIRECTORY: '',
  AUDIT_SEALS_FILE: '',
  BACKUP_DIRECTORY: '',
  DATABASE_READ_URL: '',
  DATABASE_URL_FILE: '',
  SMTP_URL: '',
  SMTP_URL_FILE: '',
  MESSAGE_GATEWAY_URL: '',
  MESSAGE_GATEWAY_SECRET: '',
}
