import { post } from '../server.ts';

/** Goes to the page of a folder, which is opened unless it is. */
export async function openVault(folder: string): Promise<void> {
  const { address } = await post('vaults/open', { folder });
  location.assign(address);
}
