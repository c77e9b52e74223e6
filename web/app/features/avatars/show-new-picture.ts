/** Loads the picture of a member again, and shows it in each place. Its path stays the same when the picture, or the name of its initials, changes. */
export async function showNewPicture(path: string): Promise<void> {
  await fetch(path, { cache: 'reload' }).catch(() => undefined); // the old picture disappears within minutes
  for (const image of document.images) if (new URL(image.src).pathname === path) image.src = `${path}?${Date.now()}`;
}
