import type { MouseEvent } from 'react';
import { isApple } from '../../../ui/keys/keys';

/** Whether a press of the mouse opens the browser's menu: of the second button, or with Ctrl on a Mac. */
export const opensMenu = ({ button, ctrlKey }: MouseEvent): boolean => button === 2 || (ctrlKey && isApple());
