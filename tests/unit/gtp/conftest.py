import random

import pytest


@pytest.fixture
def dice():
    return random.Random(5)
