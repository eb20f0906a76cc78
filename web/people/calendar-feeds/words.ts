export const feedTitle = {
  title: 'Calendar Feed',
  description: 'See your appointments in the calendar on your phone or computer',
} as const
