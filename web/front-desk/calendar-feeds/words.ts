export const feedTitle = {
  title: 'Calendar Feed',
  description: 'Your appointments in the calendar of your phone or computer, to read',
} as const
