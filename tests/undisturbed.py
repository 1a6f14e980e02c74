"""What a transport made for a test says of a host that does nothing to it."""

from conformance.transport import Disturbance


class Undisturbed:
    """An engine that nobody holds up, that works nowhere else, and whose end changes nothing."""

    def disturbance(self):
        return Disturbance()

    def may_wait_for_others(self):
        return False

    def is_at_rest(self):
        return True

    def unended_bytes(self):
        return 0

    def close(self):
        pass
