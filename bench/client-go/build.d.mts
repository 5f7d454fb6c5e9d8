export const clientGo: string;
export function noGo(): Promise<string | undefined>;
export function buildClientGo(name: 'cost' | 'events'): Promise<string>;
export function buildGo(module: string, name: string, binary: string): Promise<void>;
