import { post } from '../server.ts';

/** Goes to the page of a folder and opens the folder if necessary. */
export async function openVault(folder: string): Promise<void> {
  const { address } = await post('vaults/open', { folder });
  location.assign(address);
}
