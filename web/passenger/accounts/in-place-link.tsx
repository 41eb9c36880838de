import { to } from '../../api/settings.ts';

/** A link that shows something else on the same page. In a new tab, the link opens `page`. */
export const InPlaceLink = ({
  page,
  onPress,
  children,
}: {
  readonly page: string;
  readonly onPress: () => void;
  readonly children: string;
}) => (
  <a
    href={to(page)}
    onClick={(event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      // Prevents both the browser and the router from following the link.
      event.preventDefault();
      event.stopPropagation();
      onPress();
    }}
  >
    {children}
  </a>
);
