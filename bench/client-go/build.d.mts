export const clientGo: string;
export function noGo(): Promise<string | undefined>;
export function buildClientGo(name: 'cost' | 'events'): Promise<string>;
