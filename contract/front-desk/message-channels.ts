/** How patients are reached: e-mail, or a gateway for SMS and WhatsApp. */
export const messageChannels = ['EMAIL', 'GATEWAY'] as const
