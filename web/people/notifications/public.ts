/** Notifications, for other screens. */
export { NotificationKinds } from './NotificationKinds.tsx'
