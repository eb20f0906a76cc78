/** What other screens use of notifications. */
export { NotificationKinds } from './NotificationKinds.tsx'
